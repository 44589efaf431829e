import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { Media } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { media } from '@/testing/workspace'
import { MediaPlayer } from './MediaPlayer'

connectApp()
const server = startServer(ada)

beforeEach(() => {
  server.use(
    http.get(at('/users/downloadToken'), () =>
      HttpResponse.json({ token: 'media-token', expiresOn: '2026-03-04T07:00:00Z' }),
    ),
  )
})

const show = (name: string, more: Partial<Media>) =>
  renderPage(<MediaPlayer media={media(name, { image: false, ...more })} csdb="H160" />, ada)

const address = (name: string) =>
  expect.stringMatching(
    new RegExp(
      `/bytes/default/H160/MULTIMEDIA/${name}\\?token=media-token&ts=\\d+&as=view&version=version-of-${name}$`,
    ),
  )

it.each([
  ['video', 'HOIST.MP4', 'video/mp4'],
  ['audio', 'HOIST.MP3', 'audio/mpeg'],
] as const)('plays %s when it is asked to', async (kind, name, mediaType) => {
  show(name, { [kind]: true, mediaType })
  const player = await screen.findByLabelText(name)
  expect(player.localName).toBe(kind)
  expect(player).toHaveAttribute('controls')
  expect(player).not.toHaveAttribute('autoplay')
  await expect.poll(() => player.getAttribute('src')).toEqual(address(name))
})

it('shows a PDF in a frame of its own', async () => {
  show('HOIST.PDF', { mediaType: 'application/pdf' })
  const pdf = await screen.findByTitle('HOIST.PDF')
  expect(pdf.localName).toBe('iframe')
  expect(pdf).toHaveAttribute('src', address('HOIST.PDF'))
})

it('shows anything else as large as there is room', async () => {
  show('HOIST.PNG', { image: true })
  const image = await screen.findByRole('presentation')
  await expect.poll(() => image.getAttribute('src')).toEqual(address('HOIST.PNG'))
})
