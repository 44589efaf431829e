import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStuck } from '@/api/counting'
import type { Aircraft, ManualPreview, PlaceChange, PreviewedAircraft } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Chip } from '@/ui/Chip'
import { Dialog } from '@/ui/Dialog'
import { EmptyState } from '@/ui/EmptyState'
import { type Column, Table } from '@/ui/Table'
import { fleetPreview, type UnsavedFleet } from '../queries'
import { ChangedPlaces, type TailRedline } from './ChangedPlaces'
import './preview.css'

interface FleetPreviewDialogProps {
  operatorId: string | undefined
  /** The fleet as it would be saved. */
  aircraft: readonly Aircraft[]
  Redline: TailRedline
  onClose: () => void
}

/** The changes for the aircraft of an operator, before they are saved. */
export function FleetPreviewDialog({ operatorId, aircraft, Redline, onClose }: FleetPreviewDialogProps) {
  const { t } = useTranslation()
  const fleet = { operatorId, aircraft }
  const preview = useQuery(fleetPreview(fleet))
  return (
    <Dialog
      title={t('fleet.preview.title')}
      size="xl"
      startsAtTop
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('fleet.preview.close')}</Button>}
    >
      <p className="af-hint">{t('fleet.preview.purpose')}</p>
      <QueryFrame query={preview} failedTitle={t('fleet.preview.failed')} keepsData>
        {(data) =>
          data.aircraft.length === 0 ? (
            <EmptyState icon="aircraft" title={t('fleet.preview.none')} text={t('fleet.preview.noneText')} />
          ) : (
            <>
              {data.aircraft.map((one) => (
                <AircraftPreview
                  key={one.registration}
                  fleet={fleet}
                  aircraft={one}
                  hasStalled={isStuck(1, data)}
                  Redline={Redline}
                />
              ))}
              {data.aircraftLeftOut > 0 && (
                <p>{t('fleet.preview.aircraftLeftOut', { count: data.aircraftLeftOut })}</p>
              )}
              {data.manualsLeftOut > 0 && (
                <p>{t('fleet.preview.manualsLeftOut', { count: data.manualsLeftOut })}</p>
              )}
            </>
          )
        }
      </QueryFrame>
    </Dialog>
  )
}

const kinds = {
  joins: { tone: 'success', icon: 'add' },
  leaves: { tone: 'danger', icon: 'trash' },
  modified: { tone: 'warning', icon: 'edit' },
} as const

function kindOf({ before, after }: PreviewedAircraft): keyof typeof kinds {
  if (!before) return 'joins'
  return after ? 'modified' : 'leaves'
}

interface AircraftPreviewProps {
  fleet: UnsavedFleet
  aircraft: PreviewedAircraft
  /** Asking again counts no more modules. */
  hasStalled: boolean
  Redline: TailRedline
}

interface OpenedCount {
  manualPath: string
  change: PlaceChange
}

function AircraftPreview({ fleet, aircraft, hasStalled, Redline }: AircraftPreviewProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<OpenedCount>()
  const { registration, manuals } = aircraft
  const kind = kindOf(aircraft)
  const pending = manuals.reduce((sum, manual) => sum + manual.pending, 0)
  const count = (change: PlaceChange, field: 'appears' | 'disappears' | 'alternates' | 'contents') => ({
    key: field,
    header: t(`fleet.preview.change.${change}`),
    align: 'end' as const,
    cell: ({ manualPath, name, [field]: number }: ManualPreview) => {
      if (number === 0) return '0'
      const isOpen = opened?.manualPath === manualPath && opened.change === change
      return (
        <Button
          variant="link"
          size="sm"
          aria-expanded={isOpen}
          aria-label={t('fleet.preview.show', {
            number: formatNumber(number),
            change: t(`fleet.preview.change.${change}`),
            name,
          })}
          onClick={() => setOpened(isOpen ? undefined : { manualPath, change })}
        >
          {formatNumber(number)}
        </Button>
      )
    },
  })
  const columns: Column<ManualPreview>[] = [
    { key: 'manual', header: t('fleet.preview.manual'), cell: ({ name }) => name },
    count('appears', 'appears'),
    count('disappears', 'disappears'),
    count('alternate', 'alternates'),
    count('content', 'contents'),
    {
      key: 'unclear',
      header: t('fleet.preview.unclear'),
      align: 'end',
      cell: ({ unclear }) =>
        unclear === 0 ? (
          '0'
        ) : (
          <Chip tone="warning" icon="warning">
            {formatNumber(unclear)}
          </Chip>
        ),
    },
  ]
  return (
    <section className="fp-aircraft" aria-label={registration}>
      <h3>
        {registration} <Chip {...kinds[kind]}>{t(`fleet.preview.kind.${kind}`)}</Chip>
      </h3>
      {pending > 0 && (
        <p role="status" className="af-hint">
          {t(hasStalled ? 'fleet.map.stuck' : 'fleet.map.pending', {
            count: pending,
            figure: formatNumber(pending),
          })}
        </p>
      )}
      <Table
        caption={t('fleet.preview.manualsOf', { registration })}
        columns={columns}
        rows={manuals}
        rowKey={({ manualPath }) => manualPath}
        empty={<p>{t('fleet.preview.noManuals')}</p>}
      />
      {opened && (
        <ChangedPlaces
          key={`${opened.manualPath} ${opened.change}`}
          fleet={fleet}
          registration={registration}
          manualPath={opened.manualPath}
          change={opened.change}
          Redline={Redline}
        />
      )}
    </section>
  )
}
