import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { ViewFigure } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { PictureView } from './PictureView'

connectApp()
const server = startServer(ada)

const answersToken = () =>
  http.get(at('/users/downloadToken'), () =>
    HttpResponse.json({ token: 'media-token', expiresOn: '2026-03-04T07:00:00Z' }),
  )

beforeEach(() => server.use(answersToken()))

const picture: ViewFigure = {
  number: '1',
  title: 'Hoist',
  icn: 'ICN-1',
  state: 'found',
  media: 'image',
  path: '/H160/MULTIMEDIA/ICN-1.PNG',
  versionId: '9',
  mediaType: 'image/png',
  hotspots: [],
}
const name = 'Hoist, ICN-1'

function show(more: Partial<ViewFigure> = {}, inline = false) {
  const source = { database: 'H160', reading: { lane: 'oem' } } as const
  return renderPage(
    <PictureView
      figure={{ ...picture, ...more }}
      source={source}
      shown={undefined}
      inline={inline}
      onHotspot={() => undefined}
      onPoint={() => undefined}
      onAreas={() => undefined}
    />,
    ada,
  )
}

/** The address of the picture as it is shown, in the version and lane that are read. */
const address = (file: string) =>
  new RegExp(
    `/kbj/api/bytes/default/H160/MULTIMEDIA/${file}\\?token=media-token&ts=\\d+&lane=oem&version=9&as=view$`,
  )

it('shows a picture in a frame that enlarges it', async () => {
  show()
  const image = await screen.findByRole('img', { name })
  expect(image).toHaveAttribute('src', expect.stringMatching(address('ICN-1.PNG')))
  expect(screen.getByRole('button', { name: 'Zoom in' })).toBeVisible()
})

it('shows a symbol in a line of text as nothing but an image', async () => {
  show({}, true)
  expect(await screen.findByRole('img', { name })).toHaveClass('pv-symbol')
  expect(screen.queryByRole('button')).toBeNull()
})

it('shows a PDF in a frame of its own', async () => {
  show({ media: 'pdf', path: '/H160/MULTIMEDIA/ICN-1.PDF', mediaType: 'application/pdf' })
  const pdf = await screen.findByTitle(name)
  expect(pdf.localName).toBe('iframe')
  expect(pdf).toHaveAttribute('src', expect.stringMatching(address('ICN-1.PDF')))
})

it.each([
  ['video', 'ICN-1.MP4'],
  ['audio', 'ICN-1.MP3'],
] as const)('plays %s when it is asked to, and says when it cannot', async (media, file) => {
  const { user } = show({ media, path: `/H160/MULTIMEDIA/${file}` })
  const player = await screen.findByLabelText(name)
  expect(player.localName).toBe(media)
  expect(player).toHaveAttribute('controls')
  expect(player).not.toHaveAttribute('autoplay')
  expect(player).toHaveAttribute('src', expect.stringMatching(address(file)))
  fireEvent.error(player)
  expect(screen.getByText('The image is damaged and cannot be displayed.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByLabelText(name).localName).toBe(media)
})

it('says of what no browser shows why, and gives the file itself', async () => {
  show({ state: 'unsupported', note: 'Three dimensions need another program.' })
  expect(await screen.findByText('Three dimensions need another program.')).toBeVisible()
  expect(await screen.findByRole('link', { name: /^Download file/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/ICN-1\.PNG\?token=media-token&ts=\d+&lane=oem&version=9$/),
  )
})

it('keeps a drawing in its frame, whatever its styles say', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" style="position:fixed;width:9999px"><g id="H1"><path d="M0 0"/></g></svg>'
  server.use(http.get(at('/bytes/default/H160/MULTIMEDIA/ICN-1.CGM'), () => HttpResponse.text(drawing)))
  const hotspot = { object: 'H1', name: '1', title: 'Pump', targets: [] }
  show({ path: '/H160/MULTIMEDIA/ICN-1.CGM', mediaType: 'image/svg+xml', hotspots: [hotspot] })
  const host = await screen.findByRole('group', { name })
  await waitFor(() => expect(host.shadowRoot?.querySelector('svg')).toBeTruthy())
  const { style } = host.shadowRoot?.querySelector('svg') ?? document.body
  expect(['position', 'width'].map((each) => style.getPropertyValue(each))).toEqual(['static', '100%'])
  expect(style.getPropertyPriority('position')).toBe('important')
})

it('says why the server gives no pictures, and asks again', async () => {
  server.use(http.get(at('/users/downloadToken'), () => problem(403, 'forbidden', 'You may not do this')))
  const { user } = show()
  expect(await screen.findByText('You may not do this')).toBeVisible()
  server.use(answersToken())
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('img', { name })).toBeVisible()
})
