import { useState } from 'react';
import { bestDiscount, type Discount } from '../../../../domain/payments/discounts.ts';
import { formatMoney } from '../../../../domain/values/formats.ts';
import { currencySymbol, formatAmount, moneyFault, parseAmount } from '../../../../domain/values/money.ts';
import { Card } from '../../../ui/Card.tsx';
import layout from '../../../ui/layout.module.css';
import { Table, type Column } from '../../../ui/Table.tsx';
import { TextField } from '../../../ui/TextField.tsx';

const EXAMPLE_CENTS = 4_000;

interface Row {
  key: string;
  label: string;
  amountCents: number;
}

/** What the discount takes off a price, while it is typed. */
export function DiscountExample({ data }: { data: Readonly<Record<string, unknown>> }) {
  const [text, setText] = useState(formatAmount(EXAMPLE_CENTS));
  const cents = parseAmount(text);
  const isPrice = cents !== undefined && cents >= 0;
  const discount = discountIn(data);
  return (
    <Card title="Worked example" description="For someone who gets the discount, and a price to which it applies.">
      <div className={layout.stack3}>
        <TextField
          label="Price"
          prefix={currencySymbol()}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={isPrice ? undefined : moneyFault(text)}
          onChange={({ target }) => setText(target.value)}
        />
        {discount === null && <p>Enter a percentage or an amount to see what it takes off.</p>}
        {discount !== null && isPrice && (
          <Table caption="Example" columns={COLUMNS} rows={rowsFor(discount, cents)} rowKey={({ key }) => key} />
        )}
      </div>
    </Card>
  );
}

const COLUMNS: Column<Row>[] = [
  { key: 'label', header: 'Item', cell: ({ label }) => label },
  { key: 'amountCents', header: 'Amount', align: 'end', cell: ({ amountCents }) => formatMoney(amountCents) },
];

function rowsFor(discount: Discount, cents: number): Row[] {
  const best = bestDiscount([{ label: 'Price', amountCents: cents, category: { formId: 0 } }], [discount]);
  const off = best?.amountCents ?? 0;
  return [
    { key: 'price', label: 'Price', amountCents: cents },
    { key: 'discount', label: best?.reason ?? discount.name, amountCents: -off },
    { key: 'total', label: 'To pay', amountCents: cents - off },
  ];
}

/** As it would apply everywhere; null until it takes something off. */
function discountIn({ name, percent, amountCents }: Readonly<Record<string, unknown>>): Discount | null {
  const share = typeof percent === 'number' && percent >= 0 && percent <= 100 ? percent : null;
  const amount = typeof amountCents === 'number' && amountCents > 0 ? amountCents : null;
  if ((share === null) === (amount === null)) return null;
  return {
    ...{
      id: 0,
      name: typeof name === 'string' && name !== '' ? name : 'Discount',
      percent: share,
      amountCents: amount,
    },
    ...{ scope: 'everything', formId: null, storeItemId: null, eventId: null, categoryId: null },
  };
}
