/** Multipart forms, for upload routes. */
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

type Limits = { fileSize: number; files: number; fields: number; fieldSize?: number; parts: number }

/**
 * Yields the form's parts in order. Throws 400 if the body is no multipart form, is truncated or
 * lacks a boundary (parser errors without a status), or has more files than `limits` allows; throws
 * 413 at the other limits.
 */
export async function* formParts(request: FastifyRequest, limits: Limits): AsyncGenerator<Multipart> {
  if (!request.isMultipart())
    throw new ApiError('invalid_input', {
      issues: [{ path: 'content-type', message: 'Content-Type must be multipart/form-data' }],
    })
  try {
    yield* request.parts({ limits })
  } catch (error) {
    throw withStatus(error)
  }
}

/** The file's bytes; undefined if it exceeds the size limit. Throws 400 if the form is truncated. */
export async function bytesOf(part: MultipartFile): Promise<Buffer | undefined> {
  try {
    const bytes = await part.toBuffer()
    return part.file.truncated ? undefined : bytes
  } catch (error) {
    if (statusOf(error) === 413) return undefined
    throw withStatus(error)
  }
}

const statusOf = (error: unknown): unknown =>
  error instanceof Error && 'statusCode' in error ? error.statusCode : undefined

function withStatus(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT')
    return new ApiError('invalid_input', { issues: [{ path: '', message: 'One file is expected' }] })
  return statusOf(error) === undefined ? new ApiError('invalid_input') : error
}
