// Before the first paint, so that nothing flashes.
try {
  const page = document.documentElement
  const theme = localStorage.getItem('hatik.theme')
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
  const language = /hatik-language=(am|en)/.exec(document.cookie)?.[1] ?? localStorage.getItem('hatik.language')
  if (language === 'en') page.lang = 'en'
} catch {}
addEventListener('beforeinstallprompt', (offer) => (window.installOffer = offer).preventDefault())
