import type { ReactNode } from 'react'

export interface PictureProps {
  url: string
  /** Its size and shape. */
  className: string
  /** Under it, and alone if it fails to load (R224). */
  children: ReactNode
}

/** Fills its box, cut from the middle. Decoration beside a name. Without state, for the weight of public pages. */
export function Picture({ url, className, children }: PictureProps): ReactNode {
  return (
    <div className={`picture ${className}`}>
      {children}
      <img
        key={url}
        src={url}
        alt=""
        onError={({ currentTarget }) => {
          currentTarget.hidden = true
        }}
      />
    </div>
  )
}
