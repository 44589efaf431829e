import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteProfile, profilesQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { Manual, Profile } from '@/api/types'
import { assertionText } from '@/lib/applicability/assertion'
import { can } from '@/lib/can'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { EmptyState } from '@/ui/EmptyState'
import { RowActions } from '@/ui/RowActions'
import { type Column, Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { profileName } from '../profileName'
import { useManualLinks } from '../useManualLinks'
import { ProfileDialog } from './ProfileDialog'
import './profiles.css'

type Opened = { do: 'add' } | { do: 'edit' | 'delete'; profile: Profile }

/** The views of a manual: all content, those of operators, and those made by hand. */
export function ProfilesCard({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const profiles = useQuery(profilesQuery(manual.path))
  const [opened, setOpened] = useState<Opened>()
  const links = useManualLinks(manual)
  const notAllowed = can.createLibrary(useMe(), manual.path) ? undefined : t('library.mayOnlyRead')
  const close = () => setOpened(undefined)
  const columns: Column<Profile>[] = [
    {
      key: 'name',
      header: t('fleet.profile.name'),
      cell: (profile) => (
        <a href={links.at({ tab: 'contents', profile: profile.id })}>{profileName(profile)}</a>
      ),
    },
    {
      key: 'operator',
      header: t('fleet.profile.operator'),
      cell: ({ operator }) => (operator ? <Code>{operator}</Code> : '–'),
    },
    { key: 'scope', header: t('fleet.profile.content'), cell: (profile) => <Scope profile={profile} /> },
  ]
  return (
    <Card
      title={t('library.details.profiles')}
      flush
      actions={
        <Button size="sm" icon="add" disabledReason={notAllowed} onClick={() => setOpened({ do: 'add' })}>
          {t('fleet.profile.add')}
        </Button>
      }
    >
      <QueryFrame query={profiles} failedTitle={t('fleet.profile.failed')}>
        <Table
          caption={t('library.details.profiles')}
          columns={columns}
          rows={profiles.data}
          rowKey={({ id }) => id}
          actionsHeader={t('fleet.profile.actions')}
          rowActions={(profile) => {
            const disabledReason = profile.fixed ? t('fleet.profile.fixed') : notAllowed
            const name = profileName(profile)
            return (
              <RowActions
                label={t('library.actionsOf', { name })}
                actions={[
                  {
                    label: t('fleet.profile.editOne', { name }),
                    icon: 'edit',
                    disabledReason,
                    onSelect: () => setOpened({ do: 'edit', profile }),
                  },
                  {
                    label: t('fleet.profile.deleteOne', { name }),
                    icon: 'trash',
                    disabledReason,
                    onSelect: () => setOpened({ do: 'delete', profile }),
                  },
                ]}
              />
            )
          }}
          empty={<EmptyState icon="profile" title={t('fleet.profile.none')} />}
        />
      </QueryFrame>
      {opened?.do === 'add' && <ProfileDialog manual={manual} onClose={close} />}
      {opened?.do === 'edit' && <ProfileDialog manual={manual} opened={opened.profile} onClose={close} />}
      {opened?.do === 'delete' && <DeleteProfileDialog profile={opened.profile} onClose={close} />}
    </Card>
  )
}

function Scope({ profile: { scope, assertion } }: { profile: Profile }) {
  const { t } = useTranslation()
  const words = { and: t('fleet.and'), or: t('fleet.or') }
  const text = assertion && assertionText(assertion, words)
  return (
    <>
      {t(`fleet.profile.scope.${scope}`)}
      {text && (
        <small className="lp-assertion" title={text}>
          {text}
        </small>
      )}
      {scope === 'fleet' && !text && <small className="lp-assertion">{t('fleet.profile.noAircraft')}</small>}
    </>
  )
}

function DeleteProfileDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useMutation({
    mutationFn: () => deleteProfile(profile),
    onSuccess: () => {
      showToast({ tone: 'success', text: t('fleet.profile.deleted', { name: profile.name }) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('fleet.profile.deleteTitle', { name: profile.name })}
      confirmText={t('fleet.profile.delete')}
      busyText={t('fleet.profile.deleting')}
      danger
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="mb-0">{t('fleet.profile.deleteText')}</p>
    </ConfirmDialog>
  )
}
