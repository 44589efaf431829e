import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditingRules } from '@/api/editing'
import { referencesQuery, versionsQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { Media } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { can } from '@/lib/can'
import { useStatusEntries } from '@/lib/editing/useStatusEntries'
import { formatBytes, formatDateTime } from '@/lib/format'
import { StatusChip } from '@/lib/library/StatusChip'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { DescriptionList } from '@/ui/DescriptionList'
import { Dialog } from '@/ui/Dialog'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { LinkButton } from '@/ui/LinkButton'
import { Skeleton } from '@/ui/Skeleton'
import { Table } from '@/ui/Table'
import { Tabs } from '@/ui/Tabs'
import { MoreSources } from '../MoreSources'
import { MediaPlayer } from './MediaPlayer'
import { UseList } from './UseList'
import '@/lib/library/media/media.css'

interface MediaDialogProps {
  media: Media
  csdb: string
  /** The tab that opens first. */
  part?: 'uses'
  onReplace: () => void
  onDelete: () => void
  onClose: () => void
}

/** A media file with its details and actions. */
export function MediaDialog({ media, csdb, part: first, onReplace, onDelete, onClose }: MediaDialogProps) {
  const { t } = useTranslation()
  const [part, setPart] = useState<'facts' | 'uses' | 'versions'>(first ?? 'facts')
  const me = useMe()
  const reason = can.editContent(me, media.path) ? undefined : t('media.mayNot')
  const stepsOf = useStatusEntries(me, useEditingRules(can.editContent(me)))
  const steps = stepsOf({ ...media, title: media.name })
  const token = useQuery(mediaTokenQuery(csdb)).data
  return (
    <Dialog
      title={media.name}
      size="xl"
      onClose={onClose}
      startsAtTop
      footer={
        <>
          {token && (
            <LinkButton
              icon="download"
              href={mediaUrl(media.path, { ...token, as: 'original', version: media.versionId })}
              external
            >
              {t('media.download')}
            </LinkButton>
          )}
          {steps.length > 0 && (
            <DropdownMenu
              label={t('media.changeStatus')}
              trigger={
                <>
                  {t('media.status')} <Icon name="chevronDown" size="sm" />
                </>
              }
              items={steps}
              buttonClassName="btn af-btn-secondary"
            />
          )}
          <Button icon="trash" disabledReason={reason} onClick={onDelete}>
            {t('library.delete.action')}
          </Button>
          <Button variant="primary" icon="import" disabledReason={reason} onClick={onReplace}>
            {t('media.replace')}
          </Button>
        </>
      }
    >
      <div className="me-dialog">
        <div className="me-preview">
          <MediaPlayer media={media} csdb={csdb} />
        </div>
        <div>
          <Tabs
            label={t('media.parts')}
            active={part}
            onChange={setPart}
            tabs={[
              { id: 'facts', label: t('media.part.facts'), content: <Facts media={media} /> },
              {
                id: 'uses',
                label: t('media.part.uses'),
                count: media.usedBy,
                content: <Uses media={media} />,
              },
              { id: 'versions', label: t('media.part.versions'), content: <Versions media={media} /> },
            ]}
          />
        </div>
      </div>
    </Dialog>
  )
}

function Facts({ media }: { media: Media }) {
  const { t } = useTranslation()
  return (
    <DescriptionList
      items={[
        { term: t('media.fact.path'), value: <Code>{media.path}</Code> },
        { term: t('media.fact.code'), value: <Code>{media.code}</Code> },
        { term: t('media.status'), value: <StatusChip status={media.status} /> },
        { term: t('media.fact.origin'), value: t(`library.origin.${media.origin}`) },
        { term: t('media.fact.type'), value: media.mediaType },
        { term: t('media.fact.size'), value: formatBytes(media.size) },
        { term: t('media.fact.createdOn'), value: formatDateTime(media.createdOn) },
        { term: t('media.fact.createdBy'), value: media.createdBy },
      ]}
    />
  )
}

function Uses({ media }: { media: Media }) {
  const { t } = useTranslation()
  const references = useQuery(referencesQuery(media.path, {}))
  return (
    <QueryFrame
      query={references}
      failedTitle={t('library.reference.failed')}
      loading={<Skeleton lines={3} />}
    >
      {(data) => {
        const { referencedBy, referencedByTotal } = data
        if (referencedByTotal === 0) {
          return <EmptyState icon="unlinked" title={t('media.noUses')} text={t('media.noUsesText')} />
        }
        return (
          <>
            <UseList uses={referencedBy} />
            <MoreSources shown={referencedBy.length} total={referencedByTotal} />
          </>
        )
      }}
    </QueryFrame>
  )
}

function Versions({ media }: { media: Media }) {
  const { t } = useTranslation()
  const versions = useQuery(versionsQuery(media.path))

  return (
    <QueryFrame query={versions} failedTitle={t('library.module.versionsFailed')}>
      {' '}
      <Table
        caption={t('media.part.versions')}
        rows={versions.data}
        rowKey={({ versionId }) => versionId}
        empty={<EmptyState icon="clock" title={t('library.module.noVersions')} />}
        columns={[
          {
            key: 'createdOn',
            header: t('media.fact.createdOn'),
            cell: ({ createdOn }) => formatDateTime(createdOn),
          },
          { key: 'by', header: t('media.fact.createdBy'), cell: ({ createdBy }) => createdBy },
          {
            key: 'origin',
            header: t('media.fact.origin'),
            cell: ({ origin, revisions }) => (
              <>
                {t(`library.origin.${origin}`)}
                {revisions.length > 0 && (
                  <span className="af-hint d-block mt-0">
                    {t('media.inRevisions', { revisions: revisions.join(', ') })}
                  </span>
                )}
              </>
            ),
          },
          {
            key: 'size',
            header: t('media.fact.size'),
            align: 'end',
            hideBelow: 'md',
            cell: ({ size }) => formatBytes(size),
          },
        ]}
      />
    </QueryFrame>
  )
}
