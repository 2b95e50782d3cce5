/** R162-R164: what may be uploaded, for the forms and, by content and not by name, for the server. */
const MEGABYTE = 1024 * 1024

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** C11: this many bytes are accepted, one more is not. */
export const IMAGE_MAX_BYTES = 10 * MEGABYTE
/** A picture on a slow mobile line: so long the browser waits for it to be taken in, and the server for it to arrive. */
export const UPLOAD_TIMEOUT_MS = 120_000

/** The file in the form of a registration. */
export const ID_DOCUMENT_FIELD = 'idDocument'
/** C11: this many bytes are refused already. */
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

/** Why an image may not be uploaded, in the specified words; undefined where it may. */
export function imageProblem({ size, type }: { size: number; type: string }): string | undefined {
  if (!isImage(type)) return UPLOAD_ERRORS.imageType
  return size > IMAGE_MAX_BYTES ? UPLOAD_ERRORS.imageTooLarge : undefined
}

/** The same for the ID document. */
export function documentProblem({ size, type }: { size: number; type: string }): string | undefined {
  if (!isImage(type)) return UPLOAD_ERRORS.documentType
  return size >= ID_DOCUMENT_TOO_LARGE_BYTES ? UPLOAD_ERRORS.documentTooLarge : undefined
}
