/** Space around a toast, towards the screen's edge and a dialog. */
const AROUND_PX = 32

/** Keeps dialogs beside the toast (theme.css) instead of under it. Null: no toast. */
export function keepRoom(message: HTMLElement | null, atBottom = false): void {
  const room = message ? `${message.offsetHeight + AROUND_PX}px` : '0px'
  const { style } = document.documentElement
  style.setProperty('--message-above', atBottom ? '0px' : room)
  style.setProperty('--message-below', atBottom ? room : '0px')
}
