export const DaySignatures = () => (
  <dl className="day-signatures">
    {['Closed by', 'Checked by', 'Date'].map((who) => (
      <div key={who}>
        <dt>{who}</dt>
        <dd />
      </div>
    ))}
  </dl>
)
