// Chooses the language of the manual: ?lang=, then that of the web application, then the
// browser's. Without scripts the page offers both.
'use strict'

function chosenInTheApplication() {
  try {
    return localStorage.getItem('airfolio.language')
  } catch {
    return null
  }
}

const asked = new URLSearchParams(location.search).get('lang')
const wish = asked || chosenInTheApplication() || navigator.language || 'en'
location.replace(`${/^zh/i.test(wish) ? 'zh' : 'en'}/introduction.html${location.hash}`)
