import { describe, expect, it } from 'vitest'
import { file } from '@/testing/library'
import { ada, arthur, paula, rita } from '@/testing/people'
import { bulkOffers, bulkRequest } from './bulk'
import { openSteps } from './statusSteps'

const statuses = ['Draft', 'Review', 'Released', 'Obsolete']
const of = (status: string, createdBy: string) =>
  file('DMC-A_en-US', { status, createdBy, origin: 'airline' })

function steps(me: typeof ada, createdBy: string, ownRelease = false): string[] {
  return statuses.flatMap((status) =>
    openSteps(of(status, createdBy), me, { ownRelease }).map(
      ({ step, isOwn }) => `${status} ${step}${isOwn ? ' (own)' : ''}`,
    ),
  )
}

const all = [
  'Draft submit',
  'Draft withdraw',
  'Review release',
  'Review sendBack',
  'Released withdraw',
  'Obsolete reinstate',
]

describe('the steps of a status', () => {
  it('are those of the role', () => {
    expect(steps(rita, 'ann')).toEqual([])
    expect(steps(arthur, 'ann')).toEqual(['Draft submit'])
    expect(steps(arthur, 'arthur')).toEqual(['Draft submit', 'Draft withdraw'])
    expect(steps(paula, 'ann')).toEqual(all)
    expect(steps(ada, 'ann')).toEqual(all)
  })

  it('let nobody release an own version unless the rules allow it', () => {
    expect(
      steps(paula, 'paula')
        .slice(2)
        .every((step) => step.endsWith('(own)')),
    ).toBe(true)
    expect(steps(ada, 'ada').filter((step) => step.endsWith('(own)'))).toEqual(['Review release (own)'])
    expect(steps(paula, 'paula', true)).toEqual(all)
    expect(openSteps({ ...of('Review', 'paula'), origin: 'oem' }, paula, undefined)[0]?.isOwn).toBe(false)
  })
})

describe('changes of several files', () => {
  const offers = (me: typeof ada) => {
    const files = [
      of('Draft', 'ann'),
      { ...of('Review', 'ann'), checkedOutBy: me.user.account },
      { ...of('Released', 'ann'), checkedOutBy: 'ben' },
    ]
    const found = bulkOffers(files, me, (each) => openSteps(each, me, { ownRelease: false }))
    return found.map(({ change, files: those }) => `${change} ${those.length}`)
  }

  it('are offered for the files that they are open for', () => {
    expect(offers(arthur)).toEqual(['checkout 1', 'checkin 1', 'cancelCheckout 1', 'submit 1'])
    expect(offers(paula)).toEqual([
      'checkout 1',
      'checkin 1',
      'cancelCheckout 2',
      'submit 1',
      'release 1',
      'sendBack 1',
      'withdraw 2',
    ])
  })

  it('send one comment for all files', () => {
    const files = [file('DMC-A_en-US', { versionId: '70' }), file('DMC-B_en-US', { versionId: '71' })]
    const paths = files.map(({ path }) => path)
    expect(bulkRequest('checkout', files, { comment: '' })).toEqual({ paths, action: 'checkout' })
    expect(bulkRequest('checkin', files, { comment: 'SB 12' }).checkIn).toEqual({
      comment: 'SB 12',
      step: 'inWork',
    })
    expect(bulkRequest('checkin', files, { comment: '', markChanges: true }).checkIn).toMatchObject({
      markChanges: true,
    })
    const status = { step: 'release', why: 'SB 12' }
    const release = { paths, action: 'status', status, versions: ['70', '71'] }
    expect(bulkRequest('release', files, { comment: 'SB 12' })).toEqual(release)
  })
})
