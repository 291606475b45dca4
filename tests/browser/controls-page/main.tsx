// All controls of `renderer/ui` on one page, each as it is, disabled, and busy where it can be. Its spec looks at them in
// both themes and in forced colours.

import { Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '../../../renderer/ui/Button.tsx';
import { Disclosure } from '../../../renderer/ui/Disclosure.tsx';
import { EmptyState } from '../../../renderer/ui/EmptyState.tsx';
import { IconButton } from '../../../renderer/ui/IconButton.tsx';
import { NumberField } from '../../../renderer/ui/NumberField.tsx';
import { ProgressBar } from '../../../renderer/ui/ProgressBar.tsx';
import { RadioSegments } from '../../../renderer/ui/RadioSegments.tsx';
import { SearchField } from '../../../renderer/ui/SearchField.tsx';
import { Segmented } from '../../../renderer/ui/Segmented.tsx';
import { Select } from '../../../renderer/ui/Select.tsx';
import { Slider } from '../../../renderer/ui/Slider.tsx';
import { Switch } from '../../../renderer/ui/Switch.tsx';
import { TextField } from '../../../renderer/ui/TextField.tsx';

const OPTIONS = ['One', 'Two'].map((label) => ({ value: label, label }));
const doNothing = (): void => undefined;

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The controls with a value, which works. */
function Fields({ isDisabled }: { isDisabled: boolean }) {
  const [text, setText] = useState('Text');
  const [number, setNumber] = useState<number | null>(4);
  const [option, setOption] = useState('One');
  const [isOn, setOn] = useState(true);
  return (
    <>
      <TextField label="Text field" value={text} onChange={setText} disabled={isDisabled} />
      <NumberField
        label="Number field"
        value={number}
        min={0}
        max={10}
        step={1}
        decimals={0}
        start={0}
        isDisabled={isDisabled}
        onChange={setNumber}
      />
      <Select label="Select" value={option} options={OPTIONS} onChange={setOption} isDisabled={isDisabled} />
      <Slider label="Slider" value={number ?? 0} min={0} max={10} step={1} onChange={setNumber} disabled={isDisabled} />
      <Switch label="Switch" isOn={isOn} onChange={setOn} isDisabled={isDisabled} />
      <RadioSegments label="Radios" value={option} options={OPTIONS} onChange={setOption} isDisabled={isDisabled} />
      <Segmented
        label="Segmented"
        value={option}
        options={OPTIONS.map((one) => ({ ...one, isDisabled }))}
        onChange={setOption}
      />
    </>
  );
}

function Buttons({ isDisabled = false, isBusy = false }) {
  return (
    <>
      {(['normal', 'primary', 'plain', 'link'] as const).map((variant) => (
        <Button key={variant} variant={variant} disabled={isDisabled} isBusy={isBusy}>
          Button {variant}
        </Button>
      ))}
      <IconButton label="Icon button" icon={<Star size={16} aria-hidden />} disabled={isDisabled} />
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <>
    <h1>Controls</h1>
    <Group title="Buttons">
      <Buttons />
    </Group>
    <Group title="Buttons, disabled">
      <Buttons isDisabled />
    </Group>
    <Group title="Fields">
      <Fields isDisabled={false} />
      <SearchField label="Search field" value="" onChange={doNothing} />
    </Group>
    <Group title="Fields, disabled">
      <Fields isDisabled />
    </Group>
    <Group title="Buttons, busy">
      <Buttons isBusy />
      <ProgressBar label="Progress" valueText="40 %" doneRatio={0.4} />
    </Group>
    <Group title="Containers">
      <Disclosure label="Disclosure">Inside</Disclosure>
      <EmptyState drawing="pictures" title="Nothing here yet" hint="A quiet second sentence">
        <Button>Begin</Button>
      </EmptyState>
    </Group>
  </>,
);
