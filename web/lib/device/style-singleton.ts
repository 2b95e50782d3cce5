/**
 * Replaces the package `react-style-singleton` of the dialogs' scroll lock: puts the rules into a constructed style
 * sheet, so that the page can forbid inline styles.
 */
import { useEffect, useRef } from 'react'

interface StylesheetSingleton {
  add: (style: string) => void
  remove: () => void
}

/** One shared sheet: adopted for the first user, dropped after the last. */
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

export function styleHookSingleton(): (styles: string, dynamic?: boolean) => void {
  const sheet = stylesheetSingleton()
  return (styles, dynamic) => {
    // The package's contract: rules are fixed unless called dynamic.
    const first = useRef(styles)
    const rules = dynamic ? styles : first.current
    useEffect(() => {
      sheet.add(rules)
      return () => sheet.remove()
    }, [rules])
  }
}

export function styleSingleton(): (props: { styles: string; dynamic?: boolean }) => null {
  const useStyle = styleHookSingleton()
  return function Sheet({ styles, dynamic }) {
    useStyle(styles, dynamic)
    return null
  }
}
