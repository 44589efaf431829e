import { useMe } from '@/api/queries'
import { CountTiles } from './CountTiles'
import { cards } from './cards'
import { AttentionCard } from './cards/AttentionCard'

/** First the open work, then what the user read last, then the rest; the size of the library comes last. */
export function Overview() {
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
      <CountTiles />
    </>
  )
}
