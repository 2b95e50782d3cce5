/** Network icons that the icon set lacks, in its stroke. Those of a business's page are in its folder. */
import type { ReactNode, SVGProps } from 'react'

export const stroke = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const

export function InstagramIcon(props: SVGProps<SVGSVGElement>): ReactNode {
  return (
    <svg {...stroke} {...props}>
      <rect x="3" y="3" width="18" height="18" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17.3 6.7h.01" />
    </svg>
  )
}

export function TelegramIcon(props: SVGProps<SVGSVGElement>): ReactNode {
  return (
    <svg {...stroke} {...props}>
      <path d="M21 4 3 11l5 2.2m13-9.2-3 16-7-4.8m10-11.2L8 13.2m3 2L8 19v-5.8" />
    </svg>
  )
}
