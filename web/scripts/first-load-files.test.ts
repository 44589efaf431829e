import { describe, expect, it } from 'vitest'
import { firstLoadFiles } from './first-load-files.mjs'

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js', '_router.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_router.js': { file: 'assets/router.js', imports: ['_react.js'] },
  'src/features/session/LoginPage.tsx': { file: 'assets/login.js', imports: ['_forms.js', 'index.html'] },
  '_forms.js': { file: 'assets/forms.js' },
  'src/locales/en-US.ts': { file: 'assets/en-US.js' },
  'src/features/admin/AdminPage.tsx': { file: 'assets/admin.js', imports: ['_charts.js'] },
  '_charts.js': { file: 'assets/charts.js' },
}

describe('firstLoadFiles', () => {
  it('follows what entry, login page and language import, each file once', () => {
    expect(firstLoadFiles(manifest)).toEqual([
      'assets/index.js',
      'assets/react.js',
      'assets/router.js',
      'assets/login.js',
      'assets/forms.js',
      'assets/en-US.js',
    ])
  })

  it('refuses a build without the login page rather than measure too little', () => {
    const { 'src/features/session/LoginPage.tsx': _, ...rest } = manifest
    expect(() => firstLoadFiles(rest)).toThrow('LoginPage')
  })
})
