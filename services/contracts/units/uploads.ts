/** R162-R164: limits of uploads, for the forms and for the server, which checks the content rather than the name. */
const MEGABYTE = 1024 * 1024

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** C11: this many bytes are accepted, one more is not. */
export const IMAGE_MAX_BYTES = 10 * MEGABYTE
/** Limit for uploading a picture over a slow mobile connection, in the browser and on the server. */
export const UPLOAD_TIMEOUT_MS = 120_000

/** The file field of a registration. */
export const ID_DOCUMENT_FIELD = 'idDocument'
/** C11: this many bytes are already refused. */
export const ID_DOCUMENT_TOO_LARGE_BYTES = 3 * MEGABYTE

export const UPLOAD_ERRORS = {
  imageType: 'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images.',
  imageTooLarge: 'File too large. Please select an image smaller than 10MB.',
  imageFailed: 'Failed to process image. Please try again.',
  documentType: 'Please upload an image file',
  documentTooLarge: 'File size must be less than 3MB',
  documentRequired: 'ID document is required for individual legal status',
} as const

/** R163: some phones call a JPEG 'image/jpg'. */
const isImage = (type: string) => type === 'image/jpg' || (IMAGE_TYPES as readonly string[]).includes(type)

/** Why an image is refused, in the specified words; undefined if it is accepted. */
export function imageProblem({ size, type }: { size: number; type: string }): string | undefined {
  if (!isImage(type)) return UPLOAD_ERRORS.imageType
  return size > IMAGE_MAX_BYTES ? UPLOAD_ERRORS.imageTooLarge : undefined
}

/** Why an ID document is refused; undefined if it is accepted. */
export function documentProblem({ size, type }: { size: number; type: string }): string | undefined {
  if (!isImage(type)) return UPLOAD_ERRORS.documentType
  return size >= ID_DOCUMENT_TOO_LARGE_BYTES ? UPLOAD_ERRORS.documentTooLarge : undefined
}
