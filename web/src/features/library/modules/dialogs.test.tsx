import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModuleOptions, NewModule } from '@/api/types'
import { listedRequest } from '@/testing/changeRequests'
import { connectApp } from '@/testing/connectApp'
import { file } from '@/testing/library'
import { ada, arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { AlternatesDialog } from './AlternatesDialog'
import { containerName, NewContainerDialog } from './NewContainerDialog'
import { NewModuleDialog } from './NewModuleDialog'
import { TemplatesDialog } from './TemplatesDialog'

const server = startServer(arthur)
connectApp()

const template = (contentType: string, name: string, replaced = false) => ({
  contentType,
  name,
  replaced,
  issues: ['4-1', '4-2'],
})
const options: ModuleOptions = {
  modelIdentCodes: ['H160'],
  systemDiffCodes: ['A'],
  languages: ['en-US'],
  issue: '4-2',
  issues: ['4-1', '4-2'],
  issuer: 'F0210',
  subjects: [
    { systemCode: '29', subSystemCode: '1', subSubSystemCode: '1', assyCode: '01', modules: 3 },
    { systemCode: '28', subSystemCode: '0', subSubSystemCode: '0', assyCode: '00', modules: 1 },
  ],
  templates: [
    template('descript', 'Description'),
    template('proced', 'Procedure', true),
    template('pm', 'PM'),
  ],
  publications: [
    { path: '/H160/MEL/PMC-A_en-US.XML', title: 'Manual', language: 'en-US' },
    { path: '/H160/MEL/PMC-B_en-US.XML', title: 'Other', language: 'en-US', heldBy: 'ann' },
  ],
  extensions: [{ profile: 'QZ', producer: 'F0210', code: 'QZ1' }],
}

let sent: { name: string; body: NewModule }[] = []

beforeEach(() => {
  sent = []
  server.use(
    http.get(at('/dm/newModule'), () => HttpResponse.json(options)),
    http.get(at('/csdb/dmTypes'), () =>
      HttpResponse.json([
        { infoCode: '040', name: 'Description', contentType: 'descript' },
        { infoCode: '520', name: 'Remove procedure', contentType: 'proced' },
      ]),
    ),
    http.get(at('/config/editing'), () =>
      HttpResponse.json({ commentRequired: false, ownRelease: false, reminderDays: 5, version: 1 }),
    ),
    http.get(at('/dm/nextCode'), ({ request }) => {
      const asked = new URL(request.url).searchParams
      const isAssembly = asked.get('step') === 'assembly'
      const name = isAssembly
        ? 'DMC-H160-A-29-11-02-00A-040A-A_en-US'
        : 'DMC-H160-A-29-11-01-00A-040B-A_en-US'
      return HttpResponse.json({ taken: asked.get('name')?.includes('-01-00A-040A-') ?? false, name })
    }),
    http.get(at('/toc/outline/default/H160/MEL/PMC-A_en-US.XML'), () =>
      HttpResponse.json({
        sha256: 'hash',
        isDraft: false,
        entries: [{ kind: 'section', title: 'Fuel', isMissing: false }],
      }),
    ),
    http.post<{ name: string }, NewModule>(at('/dm/default/:name'), async ({ request, params }) => {
      sent.push({ name: params.name, body: await request.json() })
      return HttpResponse.json(file('DMC-NEW_en-US', { title: 'Pump' }), { status: 201 })
    }),
  )
})

describe('a new module', () => {
  const show = (copyOf?: string) => {
    const onClose = vi.fn()
    const page = renderPage(
      <NewModuleDialog manualPath="/H160/MEL" copyOf={copyOf} onClose={onClose} />,
      arthur,
      '/library/all',
    )
    return { ...page, onClose }
  }
  const field = (name: RegExp | string) => screen.findByRole('textbox', { name })
  const choice = (name: RegExp | string) => screen.findByRole('combobox', { name })

  it('is made from a template, entered in a section and opened', async () => {
    const { user, onClose, place } = show()
    await user.selectOptions(await choice('Type (information code)'), '520')
    expect(await choice('Content')).toHaveValue('proced')
    expect(await field('Information name')).toHaveValue('Remove procedure')
    expect(screen.getByRole('button', { name: 'Create' })).toHaveAttribute('aria-disabled', 'true')
    await user.type(await field(/Technical name/), 'Pump')
    await user.selectOptions(await choice('Subject in this manual'), '28-0-0-00')
    await user.selectOptions(await choice(/Enter in publication/), '/H160/MEL/PMC-A_en-US.XML')
    await waitFor(async () => expect(await choice('Section')).toBeEnabled())
    await user.selectOptions(await choice('Section'), '0')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    const [made] = sent
    expect(made?.name).toBe('DMC-H160-A-28-00-00-00A-520A-A_en-US.XML')
    expect(made?.body).toEqual({
      manualPath: '/H160/MEL',
      techName: 'Pump',
      infoName: 'Remove procedure',
      contentType: 'proced',
      issue: '4-2',
      checkOut: true,
      comment: '',
      section: { publication: '/H160/MEL/PMC-A_en-US.XML', sha256: 'hash', entry: 0 },
    })
    expect(place()).toContain('/editor')
  })

  const publication = '/H160/MEL/PMC-A_en-US.XML'
  const answerOutline = (sha256: string, title: string) =>
    http.get(at(`/toc/outline/default${publication}`), () =>
      HttpResponse.json({ sha256, isDraft: false, entries: [{ kind: 'section', title, isMissing: false }] }),
    )

  it('waits for the sections of the chosen publication, and says why they cannot be loaded', async () => {
    server.use(
      http.get(at(`/toc/outline/default${publication}`), () =>
        problem(422, 'file.unreadable', 'It is broken'),
      ),
    )
    const { user } = show()
    await user.type(await field(/Technical name/), 'Pump')
    await user.selectOptions(await choice(/Enter in publication/), publication)
    const create = screen.getByRole('button', { name: 'Create' })
    expect(create).toHaveAttribute('aria-disabled', 'true')
    expect(await screen.findByText('It is broken')).toBeVisible()
    await user.click(create)
    expect(sent).toEqual([])
    await user.selectOptions(await choice(/Enter in publication/), '')
    await user.click(create)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).not.toHaveProperty('section')
    expect(await screen.findByText('Pump created.')).toBeVisible()
  })

  it('asks for the section again when the contents were changed', async () => {
    let isRefused = true
    server.use(
      http.post<{ name: string }, NewModule>(at('/dm/default/:name'), async ({ request, params }) => {
        if (isRefused) return problem(409, 'changed_meanwhile', 'It was changed')
        sent.push({ name: params.name, body: await request.json() })
        return HttpResponse.json(file('DMC-NEW_en-US', { title: 'Pump' }), { status: 201 })
      }),
    )
    const { user } = show()
    await user.type(await field(/Technical name/), 'Pump')
    await user.selectOptions(await choice(/Enter in publication/), publication)
    await waitFor(async () => expect(await choice('Section')).toBeEnabled())
    await user.selectOptions(await choice('Section'), '0')
    server.use(answerOutline('later', 'Rotor'))
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('It was changed')).toBeVisible()
    expect(await screen.findByText('The contents have changed. Choose the section again.')).toBeVisible()
    isRefused = false
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(sent).toEqual([])
    await user.selectOptions(await choice(/Section/), '0')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent[0]?.body.section).toEqual({ publication, sha256: 'later', entry: 0 }))
  })

  it('says that a code is taken and takes the next free one', async () => {
    const { user } = show()
    expect(await screen.findByText('This code is taken')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Use DMC-H160-A-29-11-01-00A-040B-A_en-US' }))
    expect(await field('Information variant')).toHaveValue('B')
    await user.click(screen.getByRole('button', { name: 'Next free assembly' }))
    await waitFor(async () => expect(await field('Assembly')).toHaveValue('02'))
  })

  it('shows a refusal at the code and keeps what was typed', async () => {
    server.use(
      http.post(at('/dm/default/:name'), () => problem(409, 'module.code_in_trash', 'It is in the trash')),
    )
    const { user, onClose } = show()
    await user.type(await field(/Technical name/), 'Pump')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('It is in the trash')).toBeVisible()
    expect(await field(/Technical name/)).toHaveValue('Pump')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('is a customised copy of the module it was opened from', async () => {
    const key = 'DMC-NV-A-29-11-01-00A-040A-A_en-US'
    const copied = file(key, {
      code: 'DMC-NV-A-29-11-01-00A-040A-A',
      techName: 'Valve',
      infoName: 'Description',
    })
    server.use(
      http.get(at(`/files/default/H160/MEL/${key}.XML`), () => HttpResponse.json(copied)),
      http.get(at('/dm/getAllDmListWithPage'), () =>
        HttpResponse.json({ items: [copied], total: 1, pageNumber: 1, pageSize: 12 }),
      ),
    )
    const { user } = show(`/H160/MEL/${key}.XML`)
    await user.selectOptions(await choice(/Customised for/), 'F0210 QZ1')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent[0]?.name).toBe('DME-F0210-QZ1-NV-A-29-11-01-00A-040A-A_en-US.XML'))
    expect(sent[0]?.body).toMatchObject({ copyOf: `/H160/MEL/${key}.XML`, techName: 'Valve' })
  })

  it('shows that the code of a publication is taken, and takes the next free one', async () => {
    server.use(
      http.post(at('/dm/default/:name'), () => problem(409, 'module.code_taken', 'The code is taken')),
      http.get(at('/dm/nextCode'), () =>
        HttpResponse.json({ taken: true, name: 'PMC-H160-F0210-00002-00_en-US' }),
      ),
    )
    const { user } = show()
    await user.click(await screen.findByRole('radio', { name: 'Publication module' }))
    await user.type(await field(/^Title/), 'Own manual')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('The code is taken')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Use PMC-H160-F0210-00002-00_en-US' }))
    const number = await field('Number')
    await vi.waitFor(() => expect(number).toHaveValue('00002'))
    expect(screen.queryByText('The code is taken')).toBeNull()
  })

  it('can be a publication', async () => {
    const { user } = show()
    await user.click(await screen.findByRole('radio', { name: 'Publication module' }))
    await user.type(await field(/^Title/), 'Own manual')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent[0]?.name).toBe('PMC-H160-F0210-00001-00_en-US.XML'))
    expect(sent[0]?.body).toMatchObject({ contentType: 'pm', techName: 'Own manual', infoName: '' })
  })
})

describe('a container', () => {
  it('has the code of its first alternate with another information code', () => {
    expect(containerName('DMC-NV-A-29-11-01-00A-040A-A', 'en-US')).toBe(
      'DMC-NV-A-29-11-01-00A-914A-A_en-US.XML',
    )
    expect(containerName('PMC-NV', 'en-US')).toBeUndefined()
  })

  it('is made of one module', async () => {
    const one = file('DMC-NV-A-29-11-01-00A-040A-A_en-US', {
      code: 'DMC-NV-A-29-11-01-00A-040A-A',
      techName: 'Valve',
    })
    server.use(
      http.get(at(`/files/default${one.path}`), () => HttpResponse.json(one)),
      http.get(at('/config/editing'), () =>
        HttpResponse.json({ commentRequired: true, ownRelease: false, reminderDays: 5, version: 1 }),
      ),
    )
    const { user } = renderPage(<NewContainerDialog path={one.path} onClose={vi.fn()} />, arthur)
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Comment/ })).toBeRequired())
    await user.type(screen.getByRole('textbox', { name: /Comment/ }), 'Why')
    await user.click(await screen.findByRole('button', { name: 'Create' }))
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({ contentType: 'container', alternates: [one.path] }),
    )
  })

  it('takes and loses alternates', async () => {
    const [one, two, three] = ['A', 'B', 'C'].map((code) =>
      file(`DMC-${code}_en-US`, { title: `Module ${code}` }),
    )
    const calls: string[] = []
    const container = '/H160/MEL/DMC-X_en-US.XML'
    server.use(
      http.get(at('/changeRequests'), () =>
        HttpResponse.json({ items: [listedRequest('r1')], total: 1, pageNumber: 1, pageSize: 15 }),
      ),
      http.get(at(`/files/referenced/default${container}`), () =>
        HttpResponse.json({
          referencedBy: [],
          referencedByTotal: 0,
          references: [
            { kind: 'dm', key: 'DMC-Z', line: 1, external: false, resolved: false },
            ...[one, two].map((each, line) => ({
              kind: 'alternate',
              key: each?.code,
              path: each?.path,
              title: each?.title,
              line,
              external: false,
              resolved: true,
            })),
            { kind: 'alternate', key: 'DMC-GONE', line: 9, external: false, resolved: false },
          ],
        }),
      ),
      http.get(at('/dm/getAllDmListWithPage'), () =>
        HttpResponse.json({ items: [one, three], total: 2, pageNumber: 1, pageSize: 15 }),
      ),
      http.post<never, { alternate: string; changeRequestId?: string }>(
        at(`/dm/alternate/default${container}`),
        async ({ request }) => {
          const { alternate, changeRequestId } = await request.json()
          calls.push(`add ${alternate} for ${changeRequestId}`)
          return HttpResponse.json(one)
        },
      ),
      http.delete(at(`/dm/alternate/default${container}`), ({ request }) => {
        const query = new URL(request.url).searchParams
        calls.push(`remove ${query.get('alternate')} for ${query.get('changeRequestId')}`)
        return HttpResponse.json(one)
      }),
    )
    const { user } = renderPage(<AlternatesDialog path={container} title="Box" onClose={vi.fn()} />, arthur)
    const list = within(await screen.findByRole('list', { name: 'Alternates of Box' }))
    expect(screen.queryByRole('radio', { name: /Module A/ })).toBeNull()
    expect(list.getAllByRole('listitem')).toHaveLength(3)
    expect(list.getByText('Module missing')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Change request' })).toHaveValue('r1'))
    await user.click(list.getByRole('button', { name: 'Remove Module B' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    await user.click(list.getByRole('button', { name: 'Remove DMC-GONE' }))
    await waitFor(() => expect(calls).toHaveLength(2))
    await user.click(await screen.findByRole('radio', { name: /Module C/ }))
    await user.click(screen.getByRole('button', { name: 'Add alternate' }))
    await waitFor(() =>
      expect(calls).toEqual([
        `remove ${two?.path} for r1`,
        'remove /H160/MEL/DMC-GONE.XML for r1',
        `add ${three?.path} for r1`,
      ]),
    )
  })
})

describe('the templates of a manual', () => {
  it('are replaced by a file, whose errors are shown, and reset', async () => {
    const calls: unknown[] = []
    let isRefused = true
    server.use(
      http.get(at('/dm/templates'), () => HttpResponse.json(options.templates)),
      http.put(at('/dm/templates'), async ({ request }) => {
        calls.push(await request.json())
        return isRefused
          ? HttpResponse.json(
              {
                title: 'The template has errors',
                status: 422,
                code: 'template.invalid',
                findings: [{ line: 2, message: 'A tag is not closed' }],
              },
              { status: 422 },
            )
          : new HttpResponse(null, { status: 204 })
      }),
      http.delete(at('/dm/templates'), ({ request }) => {
        calls.push(new URL(request.url).searchParams.get('contentType'))
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = renderPage(<TemplatesDialog manualPath="/H160/MEL" onClose={vi.fn()} />, ada)
    await user.click(await screen.findByRole('button', { name: 'Replace Description' }))
    const input = screen.getByLabelText('Template file')
    await user.upload(input, new File(['<dmodule>'], 'a.xml', { type: 'application/xml' }))
    expect(await screen.findByText('Line 2: A tag is not closed')).toBeVisible()
    isRefused = false
    await user.upload(input, new File(['<dmodule/>'], 'a.xml', { type: 'application/xml' }))
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ contentType: 'descript', text: '<dmodule/>' }))
    const latin = [...'<?xml version="1.0" encoding="ISO-8859-1"?><a>ö</a>'].map((char) => char.charCodeAt(0))
    await user.upload(input, new File([new Uint8Array(latin)], 'a.xml', { type: 'application/xml' }))
    await waitFor(() =>
      expect(calls.at(-1)).toMatchObject({ text: '<?xml version="1.0" encoding="UTF-8"?><a>ö</a>' }),
    )
    await user.upload(
      input,
      new File([new Uint8Array([60, 97, 62, 246])], 'a.xml', { type: 'application/xml' }),
    )
    expect(await screen.findByText(/not in the encoding/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Use the built-in template for Procedure' }))
    const question = within(screen.getByRole('dialog', { name: /^Use the built-in template/ }))
    expect(calls.at(-1)).not.toBe('proced')
    await user.click(question.getByRole('button', { name: 'Delete template' }))
    await waitFor(() => expect(calls.at(-1)).toBe('proced'))
  })
})
