import type { Operations } from '../operation.ts'

export const publicOperations: Operations = {
  'GET /api/health': { id: 'isAlive', summary: 'Check liveness', access: 'everybody' },
  'GET /api/health/ready': { id: 'isReady', summary: 'Check readiness of all required parts', access: 'everybody' },
  'GET /api/business-profiles': {
    id: 'listBusinesses',
    summary: 'List businesses in the directory',
    note: 'Returns all businesses at once, or the first ones if `limit` is given.',
    access: 'everybody',
  },
  'GET /api/business-profiles/slug/{slug}': {
    id: 'readBusiness',
    summary: 'Get the public page of a business',
    access: 'everybody',
    refusals: ['not_found'],
  },
  'GET /logos/{userId}/{name}': {
    id: 'readLogo',
    summary: 'Get a logo, a cover, or the picture of a perk',
    access: 'everybody',
    media: ['image/webp', 'image/jpeg'],
    refusals: ['not_found'],
  },
  'GET /api/business/{slug}/rating': {
    id: 'readRating',
    summary: 'Get the rating of a business',
    access: 'everybody',
    refusals: ['not_found'],
  },
  'GET /api/business/{slug}/reviews': {
    id: 'listReviews',
    summary: 'List the reviews of a business',
    note: 'Reviews of buyers who bought there come first, then the others, each newest first. The caller’s own review comes before all.',
    access: 'knownOrNot',
    nextCursor: true,
    refusals: ['not_found'],
  },
}
