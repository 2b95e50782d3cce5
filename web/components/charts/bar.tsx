import type { ReactNode } from 'react'

/** Part of a whole as an SVG length: 0.5 is '50%'. */
export const percent = (share: number): string => `${Number((share * 100).toFixed(4))}%`

/** All lengths are shares of the plot; a height over 1 rises above the axis, a negative one is not drawn. */
export function Bar({
  left,
  width,
  height,
  className,
  outline = false,
}: {
  left: number
  width: number
  height: number
  className: string
  outline?: boolean
}): ReactNode {
  return (
    <rect
      x={percent(left)}
      y={percent(1 - Math.max(0, height))}
      width={percent(width)}
      height={percent(Math.max(0, height))}
      strokeWidth={outline ? 2 : undefined}
      className={className}
    />
  )
}
