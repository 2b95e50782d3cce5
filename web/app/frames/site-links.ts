/** The pages that header and footer lead to; the sentence for each is `header.<key>` or `footer.<key>`. */
export const PAGE_LINKS = [
  { key: 'home', to: '/' },
  { key: 'businesses', to: '/businesses' },
  { key: 'about', to: '/about' },
  { key: 'contact', to: '/contact' },
] as const
