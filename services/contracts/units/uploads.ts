/** R162-R164: for forms and server, which checks the content, not the name. */
const MEGABYTE = 1024 * 1024

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** C11: the limit itself is accepted. */
export const IMAGE_MAX_BYTES = 10 * MEGABYTE
/** For slow mobile connections; browser and server. */
export const UPLOAD_TIMEOUT_MS = 120_000

export const ID_DOCUMENT_FIELD = 'idDocument'
/** C11: the limit itself is refused. */
export const ID_DOCUMENT_TOO_LARGE_BYTES = 3 * MEGABYTE

export const UPLOAD_ERRORS = {
  imageType: 'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images.',
  imageTooLarge: 'File too large. Please select an image smaller than 10MB.',
  imageFailed: 'Failed to process image. Please try again.',
  documentType: 'Please upload an image file',
  documentTooLarge: 'File size must be less than 3MB',
  documentRequired: 'ID document is required for individual legal status',
} as const

/** R163: some phones send 'image/jpg'. */
const isImage = (type: string) => type === 'image/jpg' || (IMAGE_TYPES as readonly string[]).includes(type)

/** In the specified words; undefined if accepted. */
export function imageProblem({ size, type }: { size: number; type: string }): string | undefined {
  if (!isImage(type)) return UPLOAD_ERRORS.imageType
  return size > IMAGE_MAX_BYTES ? UPLOAD_ERRORS.imageTooLarge : undefined
}

/** Undefined if accepted. */
export function documentProblem({ size, type }: { size: number; type: string }): string | undefined {
  if (!isImage(type)) return UPLOAD_ERRORS.documentType
  return size >= ID_DOCUMENT_TOO_LARGE_BYTES ? UPLOAD_ERRORS.documentTooLarge : undefined
}
