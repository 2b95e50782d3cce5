/** Links of header and footer; labels are `header.<key>` and `footer.<key>`. */
export const PAGE_LINKS = [
  { key: 'home', to: '/' },
  { key: 'businesses', to: '/businesses' },
  { key: 'about', to: '/about' },
  { key: 'contact', to: '/contact' },
] as const
