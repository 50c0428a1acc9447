import type { ShownShipment } from '@strand/contracts/order/shown-shipment'

/** Who brings a parcel under which number; the number leads to the carrier's own page about it. */
export const Waybill = ({ shipment: { carrier, waybill, link } }: { shipment: ShownShipment }) => (
  <>
    {carrier}{' '}
    {link ? (
      <a href={link} target="_blank" rel="noreferrer">
        {waybill}
      </a>
    ) : (
      waybill
    )}
  </>
)
