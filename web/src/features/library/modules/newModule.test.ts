import { describe, expect, it } from 'vitest'
import type { ModuleOptions } from '@/api/types'
import {
  emptyModule,
  isWholeName,
  moduleName,
  newModuleBody,
  readCode,
  readPublicationCode,
} from './newModule'

const options: ModuleOptions = {
  modelIdentCodes: ['H160'],
  systemDiffCodes: ['A'],
  languages: ['en-US', 'zh-CN'],
  issue: '4-2',
  issues: ['4-1', '4-2'],
  issuer: 'F0210',
  subjects: [{ systemCode: '29', subSystemCode: '1', subSubSystemCode: '1', assyCode: '01', modules: 3 }],
  templates: [],
  publications: [],
  extensions: [],
}

describe('the name of a new module', () => {
  it('begins with the codes of the manual', () => {
    const form = emptyModule(options, 'zh-CN')
    expect(moduleName(form)).toBe('DMC-H160-A-29-11-01-00A-040A-A_zh-CN.XML')
    expect(isWholeName(moduleName(form))).toBe(true)
    expect(isWholeName(moduleName({ ...form, assembly: '1' }))).toBe(false)
  })

  it('has the extension of a customised copy', () => {
    const form = { ...emptyModule(options, 'en-US'), extension: 'F0210 QZ-1' }
    expect(moduleName(form)).toBe('DME-F0210-QZ-1-H160-A-29-11-01-00A-040A-A_en-US.XML')
    expect(isWholeName(moduleName(form))).toBe(true)
  })

  it('is that of a publication where one is made', () => {
    const form = { ...emptyModule(options, 'en-US'), kind: 'publication' as const }
    expect(moduleName(form)).toBe('PMC-H160-F0210-00001-00_en-US.XML')
    expect(isWholeName(moduleName(form))).toBe(true)
    expect(isWholeName(moduleName({ ...form, issuer: 'F02' }))).toBe(false)
  })
})

it('reads the parts of a code, with or without extension', () => {
  expect(readCode('DMC-NV-A-29-11-01-00A-040A-A')).toMatchObject({
    model: 'NV',
    assembly: '01',
    infoVariant: 'A',
  })
  expect(readCode('DME-F0210-QZ-1-NV-A-D29-11-0001-00AAA-180A-T')).toMatchObject({
    system: 'D29',
    disassemblyVariant: 'AAA',
    infoCode: '180',
    location: 'T',
  })
  expect(readCode('PMC-NV-F0210-00001-00')).toBeUndefined()
})

it('begins a copy of a publication with its code', () => {
  const copied = {
    path: '/H160/MEL/PMC.XML',
    code: 'PMC-NV-F0210-AMM01-02',
    language: 'en-US',
    techName: 'Manual',
    infoName: '',
  }
  const form = emptyModule(options, 'en-US', copied)
  expect(moduleName(form)).toBe('PMC-NV-F0210-AMM01-02_en-US.XML')
  expect(newModuleBody(form, '/H160/MEL')).toMatchObject({ copyOf: copied.path, techName: 'Manual' })
  expect(readPublicationCode('PME-F0210-QZ-1-NV-F0210-00001-00')).toMatchObject({
    model: 'NV',
    number: '00001',
  })
  expect(readPublicationCode('DMC-NV-A-29-11-01-00A-040A-A')).toBeUndefined()
})

describe('what is sent', () => {
  it('names the template and the section', () => {
    const form = {
      ...emptyModule(options, 'en-US'),
      techName: ' Pump ',
      publication: '/H160/MEL/PMC.XML',
      section: '2',
      sha256: 'hash',
    }
    expect(newModuleBody(form, '/H160/MEL')).toEqual({
      manualPath: '/H160/MEL',
      techName: 'Pump',
      infoName: '',
      contentType: 'descript',
      issue: '4-2',
      checkOut: true,
      comment: '',
      section: { publication: '/H160/MEL/PMC.XML', sha256: 'hash', entry: 2 },
    })
  })

  it('names the module that is copied', () => {
    const copied = { path: '/H160/MEL/A.XML', code: 'DMC-A', language: 'en-US', techName: 'A', infoName: 'B' }
    const body = newModuleBody(emptyModule(options, 'zh-CN', copied), '/H160/MEL')
    expect(body).toMatchObject({ copyOf: '/H160/MEL/A.XML', techName: 'A', infoName: 'B' })
    expect(body).not.toHaveProperty('contentType')
  })
})
