/**
 * Whether an answer that comes by itself may move the focus within this form: not away from another form where somebody has gone on typing
 * meanwhile, and out of no dialog.
 */
export function mayMoveFocus(form: HTMLElement | null): boolean {
  const at = document.activeElement
  return at === null || at === document.body || (form?.contains(at) ?? false)
}
