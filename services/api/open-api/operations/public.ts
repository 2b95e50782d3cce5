import type { Operations } from '../operation.ts'

export const publicOperations: Operations = {
  'GET /api/health': { id: 'isAlive', summary: 'Whether the process answers', access: 'everybody' },
  'GET /api/health/ready': { id: 'isReady', summary: 'Whether every part that it needs answers', access: 'everybody' },
  'GET /api/business-profiles': {
    id: 'listBusinesses',
    summary: 'The directory of businesses',
    note: 'All of them at once; with `limit` the first ones.',
    access: 'everybody',
  },
  'GET /api/business-profiles/slug/{slug}': {
    id: 'readBusiness',
    summary: 'The page of a business',
    access: 'everybody',
    refusals: ['not_found'],
  },
  'GET /logos/{userId}/{name}': {
    id: 'readLogo',
    summary: 'A business’s picture',
    access: 'everybody',
    media: ['image/webp', 'image/jpeg'],
    refusals: ['not_found'],
  },
  'GET /api/business/{slug}/rating': {
    id: 'readRating',
    summary: 'How a business is rated',
    access: 'everybody',
    refusals: ['not_found'],
  },
  'GET /api/business/{slug}/reviews': {
    id: 'listReviews',
    summary: 'Reviews of a business, the reader’s own first',
    access: 'knownOrNot',
    nextCursor: true,
    refusals: ['not_found'],
  },
}
