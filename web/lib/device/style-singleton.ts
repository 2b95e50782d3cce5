/**
 * Stands in for the package `react-style-singleton`, which the dialogs' scroll lock uses: the same functions, but the rules go
 * into a constructed style sheet instead of a <style> element, so that the page can forbid inline styles.
 */
import { useEffect, useRef } from 'react'

interface StylesheetSingleton {
  add: (style: string) => void
  remove: () => void
}

/** One sheet, shared by whoever adds to it: adopted with the first, dropped with the last. */
export function stylesheetSingleton(): StylesheetSingleton {
  let users = 0
  let sheet: CSSStyleSheet | undefined
  return {
    add(style) {
      if (users === 0) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(style)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
      users += 1
    },
    remove() {
      users -= 1
      if (users > 0 || !sheet) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      sheet = undefined
    },
  }
}

/** The same as a hook: the rules live as long as the component. */
export function styleHookSingleton(): (styles: string, dynamic?: boolean) => void {
  const sheet = stylesheetSingleton()
  return (styles, dynamic) => {
    // The package's own contract: rules are fixed unless they are called dynamic.
    const first = useRef(styles)
    const rules = dynamic ? styles : first.current
    useEffect(() => {
      sheet.add(rules)
      return () => sheet.remove()
    }, [rules])
  }
}

/** The same as a component that renders nothing. */
export function styleSingleton(): (props: { styles: string; dynamic?: boolean }) => null {
  const useStyle = styleHookSingleton()
  return function Sheet({ styles, dynamic }) {
    useStyle(styles, dynamic)
    return null
  }
}
