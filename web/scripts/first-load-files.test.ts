import { describe, expect, it } from 'vitest'
import { editorFiles, firstLoadFiles } from './first-load-files.mjs'

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'], css: ['assets/index.css'] },
  '_react.js': { file: 'assets/react.js' },
  'src/locales/en-US.signIn.ts': { file: 'assets/en-US.signIn.js', imports: ['_ui.js', 'index.html'] },
  '_ui.js': { file: 'assets/ui.js', imports: ['_react.js'] },
  'src/app.tsx': { file: 'assets/app.js', imports: ['_router.js'], css: ['assets/app.css'] },
  '_router.js': { file: 'assets/router.js' },
}

describe('firstLoadFiles', () => {
  it('follows what entry and texts import, each file once', () => {
    expect(firstLoadFiles(manifest, 'en-US')).toEqual([
      'assets/index.js',
      'assets/index.css',
      'assets/react.js',
      'assets/en-US.signIn.js',
      'assets/ui.js',
    ])
  })

  it('refuses a build without the texts rather than measure too little', () => {
    expect(() => firstLoadFiles(manifest, 'zh-CN')).toThrow('zh-CN.signIn')
  })
})

it('counts for the editor what the page before it has not loaded', () => {
  const pages = {
    ...manifest,
    'src/features/library/manual/ManualPage.tsx': { file: 'assets/manual.js', imports: ['_ui.js'] },
    'src/features/editor/EditorPage.tsx': { file: 'assets/page.js', imports: ['_ui.js', '_code.js'] },
    '_code.js': { file: 'assets/code.js' },
  }
  expect(editorFiles(pages)).toEqual(['assets/page.js', 'assets/code.js'])
})
