// Draws a Grafana dashboard with the panels of Grafana's own library, from results of queries in `globalThis.dashboard`.
import {
  createTheme, dateTime, FieldColorModeId, FieldType, getDisplayProcessor, ThemeContext, toDataFrame,
} from '@grafana/data';
import { BigValue, BigValueColorMode, BigValueGraphMode, GlobalStyles, Icon, PanelChrome, TimeSeries } from '@grafana/ui';
import { createRoot } from 'react-dom/client';

const { panels, from, to, mode } = globalThis.dashboard;
const theme = createTheme({ colors: { mode } });
const [WIDTH, MARGIN, UNIT, GAP] = [1600, 8, 30, 6];
const timeRange = { from: dateTime(from), to: dateTime(to), raw: { from: dateTime(from), to: dateTime(to) } };

// What a time series panel has where its JSON says nothing.
const CUSTOM = {
  drawStyle: 'line', lineInterpolation: 'linear', lineWidth: 1, fillOpacity: 0, showPoints: 'never', axisPlacement: 'auto',
  scaleDistribution: { type: 'linear' }, stacking: { mode: 'none', group: 'A' }, spanNulls: false,
};

/** The frames of a panel: one for each series, named by the legend's pattern. */
function frames({ series, fieldConfig }) {
  return series.map(({ name, points }, seriesIndex) => {
    const frame = toDataFrame({
      fields: [
        { name: 'Time', type: FieldType.time, values: points.map(([at]) => at) },
        { name: 'Value', type: FieldType.number, values: points.map(([, value]) => value) },
      ],
    });
    const color = { mode: FieldColorModeId.PaletteClassic };
    const config = { color, ...fieldConfig?.defaults, displayName: name };
    const known = points.flatMap(([, value]) => value ?? []);
    const range = { min: Math.min(...known), max: Math.max(...known) };
    Object.assign(frame.fields[1], { config: { ...config, custom: { ...CUSTOM, ...config.custom } }, state: { seriesIndex, range } });
    for (const field of frame.fields) field.display = getDisplayProcessor({ field, theme });
    return frame;
  });
}

function Series({ panel, width, height }) {
  const legend = { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [], ...panel.options?.legend };
  return (
    <TimeSeries frames={frames(panel)} timeRange={timeRange} timeZone="utc" width={width} height={height} legend={legend} structureRev={1} />
  );
}

function Stats({ panel, width, height }) {
  const all = frames(panel);
  const { graphMode = BigValueGraphMode.Area, textMode = all.length > 1 ? 'value_and_name' : 'auto' } = panel.options;
  return (
    <div style={{ display: 'flex', gap: GAP }}>
      {all.map((frame) => {
        const [time, field] = frame.fields;
        const color = theme.visualization.getColorByName('green');
        const value = { ...field.display(field.values.at(-1)), title: field.config.displayName, color };
        field.config.color = { mode: FieldColorModeId.Fixed, fixedColor: color };
        return (
          <BigValue
            key={value.title} value={value} theme={theme} colorMode={BigValueColorMode.Value} graphMode={graphMode} textMode={textMode}
            sparkline={graphMode === BigValueGraphMode.None ? undefined : { x: time, y: field }}
            width={(width - GAP * (all.length - 1)) / all.length} height={height}
          />
        );
      })}
    </div>
  );
}

function Panel({ panel, top }) {
  const column = (WIDTH - MARGIN) / 24;
  const { x, y, w, h } = panel.gridPos;
  const place = { position: 'absolute', left: MARGIN + x * column, top: MARGIN + (y - top) * (UNIT + MARGIN) };
  const [width, height] = [w * column - MARGIN, h * UNIT + (h - 1) * MARGIN];
  if (panel.type === 'row') {
    return <h3 style={{ ...place, margin: 0, fontSize: 16, fontWeight: 500 }}><Icon name="angle-down" /> {panel.title}</h3>;
  }
  const View = panel.type === 'stat' ? Stats : Series;
  const empty = panel.series.length === 0;
  return (
    <div style={place}>
      <PanelChrome title={panel.title} description={panel.description} width={width} height={height}>
        {(innerWidth, innerHeight) => empty
          ? <div style={{ display: 'grid', placeItems: 'center', height: innerHeight, color: theme.colors.text.secondary }}>No data</div>
          : <View panel={panel} width={innerWidth} height={innerHeight} />}
      </PanelChrome>
    </div>
  );
}

const top = Math.min(...panels.map(({ gridPos }) => gridPos.y));
const bottom = Math.max(...panels.map(({ gridPos }) => gridPos.y + gridPos.h));
const root = document.getElementById('root');
Object.assign(root.style, { position: 'relative', width: `${WIDTH}px`, height: `${(bottom - top) * (UNIT + MARGIN) + MARGIN}px` });
createRoot(root).render(
  <ThemeContext.Provider value={theme}>
    <GlobalStyles />
    {panels.map((panel) => <Panel key={panel.id} panel={panel} top={top} />)}
  </ThemeContext.Provider>,
);
