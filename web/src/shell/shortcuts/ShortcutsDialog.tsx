import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { setSingleKeys, useSingleKeys } from '@/lib/singleKeys'
import { DescriptionList } from '@/ui/DescriptionList'
import { Dialog } from '@/ui/Dialog'
import { KeyHint } from '@/ui/KeyHint'
import { Switch } from '@/ui/Switch'
import { goKeys } from './shortcuts'
import './shortcuts.css'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const single = useSingleKeys()
  const go = goKeys.filter(({ may }) => may === undefined || may(me))
  return (
    <Dialog title={t('shortcuts.title')} size="lg" onClose={onClose}>
      <Switch
        label={t('shortcuts.singleKeys')}
        hint={t('shortcuts.singleKeysHint')}
        checked={single}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
      <div className="af-shortcuts">
        <section>
          <h3>{t('shortcuts.everywhere')}</h3>
          <DescriptionList
            items={[
              { term: t('palette.title'), value: <KeyHint keys={['Ctrl', 'K']} /> },
              { term: t('shortcuts.title'), value: <KeyHint keys={['?']} /> },
              { term: t('shortcuts.search'), value: <KeyHint keys={['/']} /> },
              { term: t('shell.header.toggleSidebar'), value: <KeyHint keys={['[']} /> },
              { term: t('shortcuts.messages'), value: <KeyHint keys={['M']} /> },
              { term: t('shortcuts.close'), value: <KeyHint keys={['Esc']} /> },
            ]}
          />
        </section>
        <section>
          <h3>{t('shortcuts.reading')}</h3>
          <DescriptionList
            items={[
              {
                term: t('shortcuts.paragraph'),
                value: <Keys keys={['J', 'K']} />,
              },
              { term: t('editing.edit'), value: <KeyHint keys={['E']} /> },
              { term: t('reader.link.copy'), value: <KeyHint keys={['C']} /> },
              { term: t('reader.bookmark.paragraph'), value: <KeyHint keys={['B']} /> },
              {
                term: t('shortcuts.difference'),
                value: <Keys keys={['N', 'P']} />,
              },
              {
                term: t('shortcuts.conflict'),
                value: <Keys keys={['N', 'P']} />,
              },
              {
                term: t('shortcuts.choice'),
                value: <Keys keys={['1', '2', '3', '4']} />,
              },
            ]}
          />
        </section>
        <section>
          <h3>{t('shell.sidebar.compliance')}</h3>
          <DescriptionList
            items={[
              { term: t('shortcuts.requirement'), value: <Keys keys={['J', 'K']} /> },
              { term: t('shortcuts.status'), value: <Keys keys={['1', '2', '3', '4']} /> },
              { term: t('shortcuts.confirmText'), value: <KeyHint keys={['C']} /> },
              { term: t('shortcuts.nonCompliant'), value: <KeyHint keys={['N']} /> },
              { term: t('shortcuts.keepStatus'), value: <KeyHint keys={['S']} /> },
              { term: t('shortcuts.deleteReference'), value: <KeyHint keys={['D']} /> },
              { term: t('shortcuts.reviewed'), value: <KeyHint keys={['R']} /> },
            ]}
          />
        </section>
        <section>
          <h3>{t('palette.group.go')}</h3>
          <DescriptionList
            items={go.map(({ key, labelKey }) => ({
              term: t(labelKey),
              value: (
                <>
                  <KeyHint keys={['G']} /> {t('shortcuts.then')} <KeyHint keys={[key.toUpperCase()]} />
                </>
              ),
            }))}
          />
        </section>
      </div>
    </Dialog>
  )
}

/** Several keys, each of which does something of its own. */
function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ' '}
      <KeyHint keys={[key]} />
    </Fragment>
  ))
}
