import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type SourceFile, sourceFiles } from '@/testing/sources'

// Which room may import from which; `routes` stands for the files directly under src.
const mayImport: Record<string, readonly string[]> = {
  api: [],
  ui: [],
  lib: ['api', 'ui', 'locales'],
  locales: [],
  styles: [],
  features: ['api', 'ui', 'lib'],
  shell: ['api', 'ui', 'lib', 'features'],
  routes: ['api', 'ui', 'lib', 'features', 'shell', 'styles'],
  testing: ['api', 'ui', 'lib', 'locales', 'features', 'shell', 'routes'],
}

const bannedPackages: Record<string, RegExp> = {
  ui: /^(react-router|@tanstack\/react-query|i18next|react-i18next|openapi-fetch)/,
  api: /^(react-router|@coreui|i18next|react-i18next)/,
}

interface Import {
  target: string
  typeOnly: boolean
}

function importsOf(text: string): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gms)
  const dynamic = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)
  return [
    ...[...statements].map((m) => ({ target: m[2] ?? '', typeOnly: m[1] !== undefined })),
    ...[...dynamic].map((m) => ({ target: m[1] ?? '', typeOnly: false })),
  ]
}

function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : 'routes'
}

function featureOf(path: string): string | undefined {
  return /^features\/([^/]+)/.exec(path)?.[1]
}

function pathIn(file: SourceFile, target: string): string | undefined {
  if (target.startsWith('@/')) return target.slice(2)
  if (target.startsWith('.')) return posix.join(posix.dirname(file.path), target)
  return undefined
}

function complaint(file: SourceFile, { target, typeOnly }: Import): string | undefined {
  const room = roomOf(file.path)
  const isTest = /\.test\.tsx?$/.test(file.path)
  const path = pathIn(file, target)
  if (path === undefined) {
    return bannedPackages[room]?.test(target) && !isTest ? `${file.path} must not use ${target}` : undefined
  }
  const to = roomOf(path)
  if (to === 'testing') return isTest || room === 'testing' ? undefined : `${file.path} is no test: ${target}`
  if (to === room) {
    return featureOf(path) === featureOf(file.path)
      ? undefined
      : `${file.path} reaches into another feature: ${target}`
  }
  if (room === 'lib' && to === 'api' && !typeOnly && !isTest)
    return `${file.path} may take only types of the api: ${target}`
  return mayImport[room]?.includes(to)
    ? undefined
    : `${room} must not import ${to}: ${file.path} takes ${target}`
}

describe('rooms', () => {
  const files = sourceFiles()

  it('lets every file import only from the rooms below it', () => {
    const complaints = files.flatMap((file) => importsOf(file.text).map((each) => complaint(file, each)))
    expect(complaints.filter((each) => each !== undefined)).toEqual([])
  })

  it('has no file outside the known rooms', () => {
    expect(files.map((file) => roomOf(file.path)).filter((room) => !(room in mayImport))).toEqual([])
  })

  it('notices each kind of wrong turn', () => {
    const from = (path: string, text: string) =>
      importsOf(text).map((each) => complaint({ path, text }, each) !== undefined)
    expect(from('ui/Button.tsx', "import { t } from '@/lib/i18n'")).toEqual([true])
    expect(from('ui/Button.tsx', "import { Link } from 'react-router'")).toEqual([true])
    expect(from('features/admin/Page.tsx', "import { x } from '../account/x'")).toEqual([true])
    expect(from('features/admin/Page.tsx', "const p = import('@/shell/Header')")).toEqual([true])
    expect(from('lib/can.ts', "import { api } from '@/api/http'")).toEqual([true])
    expect(from('lib/can.ts', "import type { User } from '@/api/schema'")).toEqual([false])
    expect(from('features/admin/Page.tsx', "import { Button } from '@/ui/Button'\nimport './x'")).toEqual([
      false,
      false,
    ])
  })
})
