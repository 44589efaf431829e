import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { CountTiles } from './CountTiles'
import { cards } from './cards'
import { AttentionCard } from './cards/AttentionCard'
import { libraryTiles, publicationTiles } from './tiles'

/** First the open work, then what the user read last, then the rest; the figures come last. */
export function Overview() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <>
      <div className="da-cards">
        <AttentionCard />
        {cards
          .filter((card) => card.may(me))
          .map(({ id, Content }) => (
            <Content key={id} />
          ))}
      </div>
      <CountTiles label={t('dashboard.tiles.publications')} tiles={publicationTiles} />
      <CountTiles label={t('dashboard.tiles.holdings')} tiles={libraryTiles} />
    </>
  )
}
