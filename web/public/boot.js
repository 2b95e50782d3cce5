// Runs before the first paint, so that a chosen theme or language never flashes. The app does the same later (web/lib).
;(function () {
  try {
    var theme = localStorage.getItem('hatik.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    var cookie = /hatik-language=(am|en)/.exec(document.cookie)
    if ((cookie ? cookie[1] : localStorage.getItem('hatik.language')) === 'en') document.documentElement.lang = 'en'
  } catch (_) {
    // Storage may be forbidden.
  }
  addEventListener('beforeinstallprompt', function (e) {
    ;(window.installOffer = e).preventDefault()
  })
})()
