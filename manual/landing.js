// Chooses the language of the manual: ?lang=, then the last one read, then the
// browser's. Without scripts the page offers both.
'use strict'

function remembered() {
  try {
    return localStorage.getItem('airfolio.manual.language')
  } catch {
    return null
  }
}

const asked = new URLSearchParams(location.search).get('lang')
const wish = asked || remembered() || navigator.language || 'en'
location.replace(`${/^zh/i.test(wish) ? 'zh' : 'en'}/introduction.html${location.hash}`)
