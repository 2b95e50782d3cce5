/** Between a message, the edge that it stands at and a dialog that it came over. */
const AROUND_PX = 32

/** Dialogs stand beside this message and not under it (theme.css): at the top of the screen, or where `atBottom` at its end. Null: there is none. */
export function keepRoom(message: HTMLElement | null, atBottom = false): void {
  const room = message ? `${message.offsetHeight + AROUND_PX}px` : '0px'
  const { style } = document.documentElement
  style.setProperty('--message-above', atBottom ? '0px' : room)
  style.setProperty('--message-below', atBottom ? room : '0px')
}
