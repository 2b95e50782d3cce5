import { Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Tooltip } from '#web/components/feedback/tooltip.tsx'
import { useTheme } from '#web/lib/device/theme.ts'

export function ThemeSwitcher(): ReactNode {
  const { t } = useTranslation()
  const { theme, choose } = useTheme()
  const label = theme === 'dark' ? t('theme.toLight') : t('theme.toDark')
  return (
    <Tooltip text={label}>
      <Button look="quiet" size="icon" aria-label={label} onClick={() => choose(theme === 'dark' ? 'light' : 'dark')}>
        {theme === 'dark' ? <Sun aria-hidden className="size-5" /> : <Moon aria-hidden className="size-5" />}
      </Button>
    </Tooltip>
  )
}
