import type { ReactNode, SVGProps } from 'react'
import { stroke } from '#web/components/brand/brand-icons.tsx'

export function FacebookIcon(props: SVGProps<SVGSVGElement>): ReactNode {
  return (
    <svg {...stroke} {...props}>
      <path d="M17 3h-2.5A4.5 4.5 0 0 0 10 7.5V10H7v4h3v7h4v-7h3l.700-4H14V8a1 1 0 0 1 1-1h2z" />
    </svg>
  )
}

export function TiktokIcon(props: SVGProps<SVGSVGElement>): ReactNode {
  return (
    <svg {...stroke} {...props}>
      <path d="M13 3v12.5A4 4 0 1 1 9 11.5M13 3c.300 3 2.5 5.3 6 5.5" />
    </svg>
  )
}

export function YoutubeIcon(props: SVGProps<SVGSVGElement>): ReactNode {
  return (
    <svg {...stroke} {...props}>
      <rect x="2.5" y="5" width="19" height="14" rx="4" />
      <path d="m10 9 5 3-5 3z" />
    </svg>
  )
}

export function LinkedinIcon(props: SVGProps<SVGSVGElement>): ReactNode {
  return (
    <svg {...stroke} {...props}>
      <rect x="3" y="3" width="18" height="18" rx="3" />
      <path d="M8 11v5M8 8h.01M12 16v-5m0 2.5c0-1.5 1-2.5 2.2-2.5S16 12 16 13.5V16" />
    </svg>
  )
}

export function TwitterIcon(props: SVGProps<SVGSVGElement>): ReactNode {
  return (
    <svg {...stroke} {...props}>
      <path d="m4 4 16 16M20 4l-6.7 7M4 20l6.7-7" />
    </svg>
  )
}
