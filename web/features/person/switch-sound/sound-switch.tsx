import { Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { playSound, useSounds, wakeSounds } from '#web/lib/device/sounds.ts'

/** Switching on plays a sound. */
export function SoundSwitch(): ReactNode {
  const { t } = useTranslation()
  const { enabled, choose } = useSounds()
  const Icon = enabled ? Volume2 : VolumeX
  return (
    <Button
      look="quiet"
      size="icon"
      className="print:hidden"
      aria-pressed={enabled}
      aria-label={t('sound.label')}
      title={t('sound.label')}
      onClick={() => {
        choose(!enabled)
        if (!enabled) void wakeSounds().then(() => playSound('success'))
      }}
    >
      <Icon aria-hidden className="size-5" />
    </Button>
  )
}
