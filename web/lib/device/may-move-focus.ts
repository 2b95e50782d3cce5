/**
 * Whether a late reply may move the focus within this form: not while the person types in another form, nor out of a
 * dialog.
 */
export function mayMoveFocus(form: HTMLElement | null): boolean {
  const at = document.activeElement
  return at === null || at === document.body || (form?.contains(at) ?? false)
}
