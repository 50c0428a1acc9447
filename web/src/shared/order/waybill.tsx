import type { ShownShipment } from '@strand/contracts/order/shown-shipment'

/** A parcel's carrier and waybill number, with a link to the carrier's page. */
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
