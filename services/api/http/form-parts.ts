import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

type Limits = { fileSize: number; files: number; fields: number; fieldSize?: number; parts: number }

/**
 * Throws 400 if the body is no multipart form, is truncated, lacks a boundary or has too many files; 413 at other
 * limits.
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

/** Undefined above the size limit. Throws 400 for a truncated form. */
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
