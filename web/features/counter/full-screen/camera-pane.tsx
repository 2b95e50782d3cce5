import { Camera, CameraOff, ScanQrCode } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Viewfinder } from '#web/components/dialogs/viewfinder.tsx'
import { classNames } from '#web/lib/device/class-names.ts'
import { storage } from '#web/lib/device/storage.ts'
import { QuietButton } from './quiet-button.tsx'
import { useNewCodes } from './use-new-codes.ts'

/** On a phone the keypad needs the room of the hint, but what is wrong with the camera is said there, too. */
const LARGE = 'max-sm:not-has-[[role=alert]]:max-w-36 sm:max-w-80 max-sm:not-has-[[role=alert]]:[&_p]:sr-only'
/** A small picture in the corner; on a phone none, where the camera goes on all the same. */
const SMALL = 'max-sm:sr-only sm:absolute sm:right-4 sm:bottom-4 sm:max-w-24'

/** Storage name of this device's choice: a counter with a hand scanner wants no camera. */
const CAMERA_OFF = 'hatik.counter-camera-off'

export interface CameraSwitch {
  isOn: boolean
  choose: (on: boolean) => void
}

/** The camera is on unless it was switched off at this device. */
export function useCameraSwitch(): CameraSwitch {
  const [isOn, setOn] = useState(() => storage.get(CAMERA_OFF) === null)
  return {
    isOn,
    choose: (on) => {
      setOn(on)
      if (on) storage.remove(CAMERA_OFF)
      else storage.set(CAMERA_OFF, 'true')
    },
  }
}

/** The open camera: large while it waits for a code, small while something else has the card. */
export function CameraPane({
  camera,
  small,
  onCode,
}: {
  camera: CameraSwitch
  small: boolean
  onCode: (text: string) => void
}): ReactNode {
  const { t } = useTranslation()
  const onText = useNewCodes(onCode)
  if (!camera.isOn)
    return small ? null : (
      <div className="flex flex-1 flex-col items-center justify-center gap-3 py-6 text-center text-ink-soft">
        <ScanQrCode aria-hidden className="size-14" />
        <p>{t('counter.aimWithoutCamera')}</p>
      </div>
    )
  return (
    <div className={classNames('mx-auto w-full', small ? SMALL : LARGE)}>
      <Viewfinder staysOpen small={small} onScan={onText} onClose={() => camera.choose(false)} />
    </div>
  )
}

export function CameraButton({ camera }: { camera: CameraSwitch }): ReactNode {
  const { t } = useTranslation()
  const Icon = camera.isOn ? CameraOff : Camera
  return (
    <QuietButton
      name={t(camera.isOn ? 'counter.cameraOff' : 'counter.cameraOn')}
      icon={<Icon aria-hidden className="size-5 shrink-0" />}
      onClick={() => camera.choose(!camera.isOn)}
    />
  )
}
