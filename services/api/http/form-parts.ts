/** Multipart forms, for the routes that take a file. */
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

type Limits = { fileSize: number; files: number; fields: number; fieldSize?: number; parts: number }

/**
 * The parts of the call's form, in their order. Throws 400 where it is none, or one that breaks off or says nothing of where its parts end: the
 * parser's errors for that carry no status of their own; and where there are more files than `limits` lets in, which are not too large. Throws 413 at the other limits.
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

/** The file's bytes; undefined where there are more than the limit. Throws 400 where the form breaks off within it. */
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
