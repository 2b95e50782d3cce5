import { expect, it } from 'vitest'
import { documentProblem, imageProblem, UPLOAD_ERRORS } from './uploads.ts'

it('images are JPEG (with either type name), PNG, WebP and GIF (R162, R163)', () => {
  for (const type of ['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/gif']) {
    expect([type, imageProblem({ size: 1, type }), documentProblem({ size: 1, type })]).toEqual([
      type,
      undefined,
      undefined,
    ])
  }
  for (const type of ['image/svg+xml', 'image/bmp', 'application/pdf', '']) {
    expect([type, imageProblem({ size: 1, type }), documentProblem({ size: 1, type })]).toEqual([
      type,
      UPLOAD_ERRORS.imageType,
      UPLOAD_ERRORS.documentType,
    ])
  }
})
