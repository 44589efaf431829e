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
                value: (
                  <>
                    <KeyHint keys={['J']} /> <KeyHint keys={['K']} />
                  </>
                ),
              },
              { term: t('editing.edit'), value: <KeyHint keys={['E']} /> },
              { term: t('reader.link.copy'), value: <KeyHint keys={['C']} /> },
              { term: t('reader.bookmark.paragraph'), value: <KeyHint keys={['B']} /> },
              {
                term: t('shortcuts.difference'),
                value: (
                  <>
                    <KeyHint keys={['N']} /> <KeyHint keys={['P']} />
                  </>
                ),
              },
              {
                term: t('shortcuts.conflict'),
                value: (
                  <>
                    <KeyHint keys={['N']} /> <KeyHint keys={['P']} />
                  </>
                ),
              },
              {
                term: t('shortcuts.choice'),
                value: (
                  <>
                    <KeyHint keys={['1']} /> <KeyHint keys={['2']} /> <KeyHint keys={['3']} />{' '}
                    <KeyHint keys={['4']} />
                  </>
                ),
              },
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
