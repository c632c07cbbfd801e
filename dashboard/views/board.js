// Around a figure: its role and label for screen readers, and for a board the keyboard, the wheel and two fingers.
// Zoom and pan change the ranges here only; the server never hears of them.

const canvases = (node) => [
  ...node.querySelectorAll("canvas"),
  ...Array.from(node.querySelectorAll("*")).filter((e) => e.shadowRoot).flatMap((e) => canvases(e.shadowRoot)),
]
const find = (node, selector) => {
  const here = node.querySelector(selector)
  if (here) return here
  for (const inner of node.querySelectorAll("*")) {
    const there = inner.shadowRoot && find(inner.shadowRoot, selector)
    if (there) return there
  }
  return null
}

export function render({model, view}) {
  const frame = document.createElement("div")
  frame.className = "frame"
  frame.setAttribute("role", model.board ? "application" : "img")
  if (model.board) frame.tabIndex = 0
  frame.append(model.get_child("child"))

  const describe = () => {
    frame.setAttribute("aria-label", model.label)
    for (const canvas of canvases(frame)) {
      canvas.setAttribute("role", "img")
      canvas.setAttribute("aria-label", model.label)
    }
  }
  model.on("label", describe)
  model.on("after_layout", () => setTimeout(describe))
  model.on("mounted", () => setTimeout(describe, 300))
  setTimeout(describe, 500)
  if (!model.board) return frame

  const figure = () => view.get_child_view(model.child)?.model
  const set_view = (left, right, bottom, top) => {
    const plot = figure()
    plot.x_range.setv({start: left, end: right}, {sync: false})
    plot.y_range.setv({start: bottom, end: top}, {sync: false})
  }
  const current = () => {
    const {x_range: x, y_range: y} = figure()
    return [x.start, x.end, y.start, y.end]
  }
  const shape = () => {
    const plot = figure()
    return plot.inner_height > 0 ? plot.inner_height / plot.inner_width : 1 / plot.aspect_ratio
  }
  // The part of the map shown: never more than all of it, never outside of it, always in its proportion.
  const clamp = (left, top, width) => {
    const [l, r, b, t] = model.whole
    const all = Math.max(r - l, (t - b) / shape())
    const wide = Math.min(Math.max(width, Math.min(6, all)), all)
    const high = wide * shape()
    const x = wide >= r - l ? (l + r - wide) / 2 : Math.min(Math.max(left, l), r - wide)
    const y = high >= t - b ? (b + t + high) / 2 : Math.max(Math.min(top, t), b + high)
    set_view(x, x + wide, y - high, y)
  }
  let all_shown = true
  const zoom = (factor, at_x = 0.5, at_y = 0.5) => {
    all_shown = false
    const [l, r, b, t] = current()
    const [wide, high] = [r - l, t - b]
    clamp(l + at_x * wide * (1 - factor), t - at_y * high * (1 - factor), wide * factor)
  }
  const place = (x, y) => {
    const box = frame.getBoundingClientRect()
    return [(x - box.left) / box.width, (y - box.top) / box.height]
  }
  const show = ([left, right, bottom, top]) => {
    all_shown = model.whole[0] === left && model.whole[1] === right
    const width = Math.max(right - left, (top - bottom) / shape())
    clamp((left + right - width) / 2, (top + bottom + width * shape()) / 2, width)
  }

  model.on("msg:custom", ({zoom: how}) => {
    if (how === "in") zoom(0.7)
    else if (how === "out") zoom(1 / 0.7)
    else show(model.whole)
  })
  model.on("whole", () => setTimeout(() => { fit_screen(); show(model.whole) }))
  const resized = () => {
    const [left, right, , top] = current()
    if (all_shown) show(model.whole)
    else clamp(left, top, right - left)
  }

  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === "+") zoom(0.7)
    else if (event.key === "-") zoom(1 / 0.7)
    else if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape", "n", "p"].includes(event.key)) {
      model.send_msg({do: "key", key: event.key})
    } else return
    event.preventDefault()
  })

  // The wheel belongs to the page while the page can scroll and nobody works on the board.
  frame.addEventListener("wheel", (event) => {
    const scroller = find(document, ".main-content")
    const page_scrolls = scroller && scroller.scrollHeight > scroller.clientHeight + 1
    const working = frame.getRootNode().activeElement === frame
    if (page_scrolls && !working && !event.ctrlKey) return
    event.preventDefault()
    zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 240))), ...place(event.clientX, event.clientY))
  }, {passive: false})
  frame.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && frame.focus({preventScroll: true}))

  // Two fingers move and zoom the board; one finger scrolls the page or taps.
  let pinch = null
  const two = (touches) => {
    const [a, b] = touches
    return {x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)}
  }
  frame.addEventListener("touchstart", (event) => {
    pinch = event.touches.length === 2 ? {...two(event.touches), view: current()} : null
    if (!pinch) return
    all_shown = false
    event.preventDefault()
  }, {passive: false, capture: true})
  frame.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return
    event.preventDefault()
    event.stopPropagation()
    const now = two(event.touches)
    const [l, r, b, t] = pinch.view
    const factor = pinch.apart / Math.max(now.apart, 1)
    const box = frame.getBoundingClientRect()
    const wide = (r - l) * factor
    const high = (t - b) * factor
    const [fx, fy] = place(pinch.x, pinch.y)
    const [tx, ty] = place(now.x, now.y)
    clamp(l + fx * (r - l) - tx * wide, t - fy * (t - b) + ty * high, wide)
  }, {passive: false, capture: true})

  // Bokeh takes a finger that moves for a drag, and the end of a pinch for a tap: it learns of neither, nor of a
  // second finger at all.
  let fingers = 0
  let pinched = false
  const touch = (type, listener) => {
    frame.addEventListener(type, (event) => event.pointerType === "touch" && listener(event), {capture: true})
  }
  touch("pointerdown", (event) => {
    if (event.isPrimary) [fingers, pinched] = [0, false]
    fingers += 1
    pinched ||= fingers > 1
    if (!event.isPrimary) event.stopPropagation()
  })
  touch("pointermove", (event) => event.stopPropagation())
  touch("pointerup", (event) => {
    if (!event.isPrimary) event.stopPropagation()
    else if (pinched) {
      event.stopPropagation()
      const end = {pointerId: event.pointerId, pointerType: "touch", bubbles: true, composed: true}
      event.composedPath()[0].dispatchEvent(new PointerEvent("pointercancel", end))
    }
  })

  const one_finger_scrolls = () => {
    const events = find(frame, ".bk-events")
    if (events) Object.assign(events.style, {touchAction: "pan-x pan-y", outline: "none"})
    else setTimeout(one_finger_scrolls, 100)
  }
  one_finger_scrolls()

  // A wide map would be a thin strip on a phone: there the window on it is nearly square and begins at the units.
  const small = window.matchMedia("(max-width: 760px)").matches
  const fit_screen = () => {
    const [, , bottom, top] = model.whole
    const [left, right] = model.near.length ? model.near : model.whole
    const ratio = Math.max(1.05, (right - left) / (top - bottom))
    if (small && figure().aspect_ratio > ratio) figure().setv({aspect_ratio: ratio}, {sync: false})
  }
  const begin = () => {
    if (!(figure()?.inner_width > 0)) return setTimeout(begin, 50)
    const {inner_width, inner_height} = figure().properties
    inner_width.change.connect(() => setTimeout(resized))
    inner_height.change.connect(() => setTimeout(resized))
    fit_screen()
    if (small) setTimeout(() => show(model.near.length ? model.near : model.whole), 100)
  }
  begin()
  return frame
}
