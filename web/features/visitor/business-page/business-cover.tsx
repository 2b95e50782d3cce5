import { useState, type ReactNode } from 'react'
import { SeedMark } from '#web/components/brand/seed-mark.tsx'

/** Three to one, cut from the middle. A picture that fails to load gives way to the brand's mark (R224). */
export function BusinessCover({ url }: { url: string }): ReactNode {
  const [broken, setBroken] = useState(false)
  return (
    <div data-testid="cover" className="grid aspect-3/1 place-items-center overflow-hidden bg-tuff-deep">
      {broken ? (
        <SeedMark className="size-12" />
      ) : (
        <img src={url} alt="" onError={() => setBroken(true)} className="size-full object-cover" />
      )}
    </div>
  )
}
