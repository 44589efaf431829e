import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceFiles, srcFolder } from '@/testing/sources'

type Texts = Map<string, string>

function textsOf(language: string): Texts {
  const folder = join(srcFolder, 'locales', language)
  const texts: Texts = new Map()
  for (const name of readdirSync(folder)) {
    collect(JSON.parse(readFileSync(join(folder, name), 'utf8')), name.replace(/\.json$/, ''), texts)
  }
  return texts
}

function collect(value: unknown, key: string, into: Texts): void {
  if (typeof value === 'string') into.set(key, value)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) collect(child, `${key}.${name}`, into)
  }
}

// Languages differ in their plural forms, so `users_one` and `users_other` count as the key `users`.
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const keysOf = (texts: Texts) => [...new Set([...texts.keys()].map(withoutPlural))].sort()
const placeholders = (text: string) => [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])].sort()

const english = textsOf('en-US')
const chinese = textsOf('zh-CN')
const keys = new Set(keysOf(english))
const serverTexts = ['en-US', 'zh-CN'].flatMap((language) => {
  const texts: Texts = new Map()
  const file = join(srcFolder, '../../crates/server/locales', `${language}.json`)
  collect(JSON.parse(readFileSync(file, 'utf8')), 'server', texts)
  return [...texts]
})

const code = sourceFiles()
  .filter((file) => !/\.test\.tsx?$/.test(file.path))
  .map((file) => file.text)
  .join('\n')

/** Keys written out: `t('a.b')`, `i18nKey="a.b"`, and tables with a property such as `labelKey: 'a.b'`. */
const asked = [...code.matchAll(/(?:\bt\(\s*|\w*[kK]ey[=:]\s*)['"]([a-z]\w*(?:\.\w+)+)['"]/g)].map(
  (m) => m[1] ?? '',
)
/** Families of keys: t(`admin.role.${role}`) asks for everything under `admin.role.`. */
const families = [...code.matchAll(/\bt\(\s*`([^`]+)`/g)].map(
  (m) => new RegExp(`^${(m[1] ?? '').replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '.+')}$`),
)
const literals = new Set([...code.matchAll(/['"]([a-z]\w*(?:\.\w+)+)['"]/g)].map((m) => m[1] ?? ''))

const signInParts = [
  'features/session/LanguageSwitch.tsx',
  'features/session/LoginPage.tsx',
  'features/session/SessionFrame.tsx',
  'features/session/useSignInForm.ts',
  'shell/connectApi.ts',
  'shell/SignInStart.tsx',
  'shell/TranslatedUiTexts.tsx',
]

/** One term for one thing: a word on the left is replaced by the one on the right in every text. */
const retiredTerms: [RegExp, string][] = [
  [/\bjobs?\b(?! title)/i, 'task'],
  [/\bMedias\b/, 'Media'],
  [/check-out list|Checkout List/, 'Checkout list'],
  [/\blanes?\b|Working text/i, 'version'],
  [/\bwho(m)?ever\b|\bnobody\b|\bsomebody\b/i, 'a person with a role, or the passive'],
  [/\bwaits?\b(?! a moment)/i, 'pending'],
  [/\bnevertheless\b|\ball the same\b/i, 'anyway'],
  [/\bpictures?\b/i, 'image'],
  [/ (is|are) (created|saved|removed|uploaded|added)\.$/, '… saved.'],
  [/版本线|工作文本/, '版本、工作版'],
  [/等待(决定|处理)/, '待处理'],
  [/模式/, 'Schema'],
  [/作业/, '任务'],
  [/有效性|有效范围|适用范围/, '适用性'],
  [/查阅人|编写人(?!员)/, '读者、编写员'],
  [/修订 \{\}/, '第 … 次修订'],
  [/有效性/, '适用性'],
  [/飞机/, '航空器'],
  [/客户化/, '定制'],
]

describe('locales', () => {
  it('use one term for one thing', () => {
    const retired = [...english, ...chinese, ...serverTexts].flatMap(([key, text]) =>
      retiredTerms
        .filter(([term]) => term.test(text.replace(/\{+\w+\}+/g, '{}')))
        .map(([, plain]) => `${key}: ${text} (${plain})`),
    )
    expect(retired).toEqual([])
  })

  it('have the same keys in both languages', () => {
    expect(keysOf(chinese)).toEqual(keysOf(english))
  })

  it('have a text behind every key and no stray white space', () => {
    const odd = [...english, ...chinese].filter(([, text]) => text === '' || text.trim() !== text)
    expect(odd).toEqual([])
  })

  it('fill in the same values in both languages', () => {
    const differing = [...chinese].filter(([key, text]) => {
      const source = english.get(key) ?? english.get(`${withoutPlural(key)}_other`) ?? ''
      return placeholders(source).join() !== placeholders(text).join()
    })
    expect(differing).toEqual([])
  })

  it('hold every key that the code asks for', () => {
    expect([...new Set(asked)].filter((key) => !keys.has(key))).toEqual([])
    expect(families.filter((family) => ![...keys].some((key) => family.test(key)))).toEqual([])
  })

  it('hold every text of the sign-in page in the files that load with it', () => {
    const signIn = sourceFiles().filter(({ path }) => signInParts.includes(path))
    expect(signIn).toHaveLength(signInParts.length)
    const namespaces = signIn.flatMap(({ text }) =>
      [...text.matchAll(/\bt\(\s*['"](\w+)\./g)].map((m) => m[1]),
    )
    expect([...new Set(namespaces)].sort()).toEqual(['password', 'session', 'ui'])
  })

  it('hold no key that nothing asks for', () => {
    const unused = [...keys].filter(
      (key) => !literals.has(key) && !families.some((family) => family.test(key)),
    )
    expect(unused).toEqual([])
  })
})
