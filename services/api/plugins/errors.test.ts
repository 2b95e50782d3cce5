import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { PasswordQueueFull } from '#accounts/passwords.ts'
import { TooManyImages } from '#platform/images.ts'
import { TooManyDocuments } from '#platform/pdf-drawings.ts'
import { errors } from './errors.ts'

it.each([PasswordQueueFull, TooManyDocuments, TooManyImages])('where too many wait already, whoever comes is told to come again, and not that something is wrong: %o', async (Reason) => {
  const app = Fastify()
  await app.register(errors)
  app.get('/', async () => {
    throw new Reason()
  })
  const answer = await app.inject('/')
  await app.close()
  expect([answer.statusCode, answer.json()]).toEqual([503, expect.objectContaining({ code: 'busy' })])
})
