import { useMe } from '@/api/queries'
import { CountTiles } from './CountTiles'
import { cards } from './cards'

export function Overview() {
  const me = useMe()
  return (
    <>
      <CountTiles />
      <div className="da-cards">
        {cards
          .filter((card) => card.may(me))
          .map(({ id, Content }) => (
            <Content key={id} />
          ))}
      </div>
    </>
  )
}
