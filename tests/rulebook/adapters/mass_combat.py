"""Translations of the vectors of mass combat."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import prod

from massbattle_core.creatures.model import Creature
from massbattle_core.dice import ScriptedDice
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.attack_laws import attack_law, elimination_within, morale_success, outcome_of_margin
from massbattle_core.mass_combat.building import (
    Member,
    base_morale,
    battle_rating,
    initiative,
    morale_rating,
    range_in_hexes,
    ranged_feet,
    space,
    speeds,
)
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.rules import (
    at_half,
    casualties_due,
    enters,
    loss_of_margin,
    roll_mode,
    routs,
)
from massbattle_core.mass_combat.tables import FRIENDLY_CASUALTIES_DC, MORALE_LIMIT, SPACE_LIMIT
from tests.rulebook.scenario import prepare_scenario
from tests.rulebook.shapes import frac

_SIZES = {"T": "tiny", "S": "small", "M": "medium", "L": "large", "H": "huge", "G": "gargantuan"}


def _feet(metres):
    feet = Fraction(str(metres)) * 10 / 3
    return int(feet) if feet.denominator == 1 else feet


def _thirds(metres):
    """Thirds of a foot: tenths of a metre, whole numbers for the compiled rules whatever the length."""
    return int(Fraction(str(metres)) * 10)


def _metres(feet):
    return str(float(Fraction(feet) * 3 / 10))


def _creature(size="medium", speed=30, reach=0, cr=Fraction(1)):
    class Stand(Creature):
        __slots__ = ()

        @property
        def ranged_ft(self):
            return reach

    return Stand("x", "x", cr, size, {"walk": speed} if speed else {}, 10)


def unit_br(inputs, switches):
    counts = [(cr, Fraction(cr), count) for cr, count in inputs["counts_by_cr"].items()]
    return {"br": battle_rating(counts, HouseRules.of(switches)).value}


def unit_br_table(inputs, switches):
    rules = HouseRules.of(switches)
    return {"br": [battle_rating([(cr, Fraction(cr), 1)], rules).value for cr in inputs["one_creature_of_each_cr"]]}


def unit_space(inputs, switches):
    rules = HouseRules.of(switches)
    counts = dict(inputs["members_by_size"])
    mounts = inputs.get("mounts")
    people = []
    riders = counts.get(mounts, 0) if mounts else 0
    for size, count in counts.items():
        mounted = min(riders, count) if mounts and size != mounts else 0
        riders -= mounted
        if mounted:
            people.append(Member(_creature(_SIZES[size]), mounted, "soldier", mounted=True))
        people.append(Member(_creature(_SIZES[size]), count - mounted, "mount" if size == mounts else "soldier"))
    if inputs.get("commander_size"):
        people.append(Member(_creature(_SIZES[inputs["commander_size"]]), 1, "commander"))
    taken = space(people, rules).value
    return {"space": taken, "legal": taken <= SPACE_LIMIT}


def ranged_reach(inputs, switches):
    rules = HouseRules.of(switches)
    reach = _feet(inputs["shortest_of_members_max_ranges_m"])
    feet = ranged_feet([Member(_creature(reach=reach), 1, "soldier")], rules).value
    return {"ranged_unit": feet > 0, "max_hexes": range_in_hexes(feet, rules)}


def morale_base(inputs, switches):
    return {"base_morale": base_morale(inputs["bad_factors"], inputs["good_factors"])}


def morale_and_initiative(inputs, switches):
    rules = HouseRules.of(switches)
    base, charisma = inputs["base_morale"], inputs["cha_mod"]
    return {
        "morale": morale_rating(base, charisma, rules),
        "initiative": initiative(base, charisma, rules),
        "initiative_if_cha_once": initiative(base, charisma, HouseRules(initiative_cha="once")),
    }


def unit_speed(inputs, switches):
    by_mode = speeds([Member(_creature(speed=_feet(metres)), 1, "soldier") for metres in inputs["speeds_m"]])
    return {"metres_per_turn": _metres(by_mode["walk"].value if by_mode else 0), "modes": list(by_mode)}


def hexes_reachable(inputs, switches):
    each = _feet(inputs["lowest_member_speed_m"])
    by_mode = speeds([Member(_creature(speed=each), 1, "soldier")])
    speed = by_mode["walk"].value if by_mode else 0
    left = speed * (2 if inputs.get("dash") else 1)
    costs = inputs["hex_costs_m"]
    if isinstance(costs, str):
        costs = [int(costs.removeprefix("all "))] * 1000
    total, hexes, left = left, 0, int(3 * left)
    for cost in map(_thirds, costs):
        if not enters(left, cost):
            break
        left -= cost
        hexes += 1
    return {"unit_speed_m": _metres(total), "hexes": hexes}


def enter_space(inputs, switches):
    left, cost = _thirds(inputs["left_m"]), _thirds(inputs["cost_m"])
    may = bool(enters(left, cost))
    return {"may_enter": may, "left_m": str((left - cost if may else left) / 10)}


def attack_outcome(inputs, switches):
    margin = inputs["attacker_total"] - inputs["target_total"]
    return {
        "outcome": outcome_of_margin(margin),
        "br_loss": int(loss_of_margin(margin)),
        "dc10_test": bool(routs(margin)),
    }


def opposed_br_law(inputs, switches):
    return {name: frac(p) for name, p in attack_law(inputs["br_diff_attacker_minus_target"], inputs["mode"]).items()}


def mode_of_reasons(inputs, switches):
    net = int(HouseRules.of(switches).adv_cancel == "net_count")
    mode = roll_mode(len(inputs["advantages"]), len(inputs["disadvantages"]), net)
    return {"mode": {1: "adv", 0: "flat", -1: "dis"}[mode]}


def morale_chance(inputs, switches):
    return {"p": frac(morale_success(inputs["morale"], inputs["dc"]))}


def morale_success_table(inputs, switches):
    ratings = inputs.get("ratings", range(-MORALE_LIMIT, MORALE_LIMIT + 1))
    return {f"dc{dc}": [frac(morale_success(rating, dc)) for rating in ratings] for dc in inputs.get("dcs", (10, 15))}


def half_br_trigger(inputs, switches):
    every = int(HouseRules.of(switches).casualties_test == "every_loss_at_or_below_half")
    before, after = inputs["br_before"], inputs["br_before"] - inputs["loss"]
    return {"br_after": after, "dc15_test": bool(casualties_due(inputs["starting_br"], before, after, every))}


def friends_after_elimination(inputs, switches):
    chances = [morale_success(morale, FRIENDLY_CASUALTIES_DC) for morale in inputs["friend_morales_within_150m"]]
    nobody = prod(chances, start=Fraction(1))
    return {
        "p_nobody_loses_a_turn": frac(nobody),
        "p_at_least_one_loses_a_turn": frac(1 - nobody),
        "expected_units_losing_a_turn": frac(sum((1 - p for p in chances), Fraction(0))),
    }


def elimination(inputs, switches):
    fallen, mean = elimination_within(
        inputs["attacker_br"],
        inputs["target_start_br"],
        inputs["target_morale"],
        inputs["mode"],
        inputs["attacks"],
        HouseRules.of(switches),
    )
    return {"p_eliminated": frac(fallen), "e_br_times_alive": frac(mean)}


def br_after_kills(inputs, switches):
    rules = HouseRules.of(switches)
    cr = Fraction(inputs["cr"])
    starting = battle_rating([("x", cr, inputs["count"])], rules).value
    composition = battle_rating([("x", cr, inputs["count"] - inputs["killed"])], rules).value
    current = composition - inputs["abstract_br_losses_so_far"]
    return {
        "starting_br": starting,
        "composition_br": composition,
        "current_br": current,
        "at_or_below_half": bool(at_half(starting, current)),
    }


def turn_order(inputs, switches):
    initiatives = inputs["initiatives"]
    names = list(initiatives) if isinstance(initiatives, dict) else [str(i) for i in range(len(initiatives))]
    values = list(initiatives.values()) if isinstance(initiatives, dict) else list(initiatives)
    units = [
        _plain_unit(f"u{number + 1}", "ab"[number % 2], 10, 0, (2 * number, 4), initiative=value)
        for number, value in enumerate(values)
    ]
    prepared = prepare_scenario({"map": {"columns": 60, "rows": 9}, "switches": switches, "units": units})
    order = play.setup(prepared, ScriptedDice(inputs.get("dice", []))).state.order
    return {"order": [names[int(unit_id[1:]) - 1] for unit_id in order]}


def scripted_attack(inputs, switches):
    """One attack played on a board that gives the mode, with the dice of the vector."""
    friend = inputs.get("friend")
    units = [
        _plain_unit("u1", "a", inputs["attacker_br"], 0, (9, 4), initiative=30),
        _plain_unit("u2", "b", inputs["target_start_br"], inputs["target_morale"], (10, 4)),
    ]
    if friend:
        place = (10 + friend["hexes_away"], 4)
        units.append(_plain_unit("u3", "b", 10, friend.get("morale", 0), place, initiative=5))
    hexes = {"adv": {"9,4": {"elevation": 1}}, "dis": {"10,4": {"cover": True}}}.get(inputs["mode"], {})
    ground = {"columns": 60, "rows": 9, "hexes": hexes}
    prepared = prepare_scenario({"map": ground, "switches": switches, "units": units})
    start = play.setup(prepared, ScriptedDice([])).state
    state = replace(
        start,
        units=tuple(replace(u, br=inputs["target_br"]) if u.id == "u2" else u for u in start.units),
    )
    dice = inputs["dice"]
    faces = [*dice["attacker"], *dice["target"]]
    faces += [dice[name] for name in ("dc10", "dc15", "friend") if dice.get(name) is not None]
    step = play.apply(state, play.Attack("u1", "u2"), ScriptedDice(faces))
    attack = next(event.facts for event in step.events if event.kind == "attack")
    target = step.state.unit("u2")
    found = {
        "attacker_total": attack["attacker_total"],
        "target_total": attack["target_total"],
        "margin": attack["margin"],
        "outcome": outcome_of_margin(attack["margin"]),
        "br_after": target.br,
        "eliminated": target.status == "eliminated",
    }
    tests = [event.facts for event in step.events if event.kind == "morale_test"]
    for test in tests:
        if test["unit"] == "u2":
            found |= {f"dc{test['dc']}_total": test["total"], f"dc{test['dc']}_pass": test["passed"]}
    if friend:
        tested = [test for test in tests if test["unit"] == "u3"]
        found["friend_tests"] = bool(tested)
        for test in tested:
            found |= {"friend_total": test["total"], "friend_pass": test["passed"]}
    return found


def scripted_disengage(inputs, switches):
    """A unit next to an enemy disengages, with the die of the vector."""
    metres = next(inputs[key] for key in ("unit_speed_m", "speed_m", "speed") if key in inputs)
    die = inputs.get("die", inputs.get("dice"))
    while isinstance(die, dict | list):
        die = next(iter(die.values() if isinstance(die, dict) else die))
    unit = _plain_unit("u1", "a", 10, inputs["morale"], (5, 4), initiative=30)
    unit["speed_ft"] = _feet(metres) / 10
    units = [unit, _plain_unit("u2", "b", 10, 0, (6, 4))]
    prepared = prepare_scenario({"map": {"columns": 20, "rows": 9}, "switches": switches, "units": units})
    state = play.setup(prepared, ScriptedDice([])).state
    step = play.apply(state, play.Disengage("u1"), ScriptedDice([die]))
    test = next(event.facts for event in step.events if event.kind == "morale_test")
    if not test["passed"]:
        return {"total": test["total"], "pass": False, "max_move_m": 0, "action_lost": True}
    hexes, after = 0, step.state
    for column in range(4, -1, -1):
        if play.reason_against(after, play.Move("u1", (column, 4))):
            break
        after = play.apply(after, play.Move("u1", (column, 4)), ScriptedDice([])).state
        hexes += 1
    return {"total": test["total"], "pass": True, "max_move_m": _metres(step.state.left), "hexes": hexes}


def _plain_unit(unit_id, side, br, morale, at, initiative=10):
    return {"id": unit_id, "side": side, "br": br, "morale": morale, "initiative": initiative, "at": list(at)}


FUNCTIONS = {
    "unit_br": unit_br,
    "unit_br_table": unit_br_table,
    "unit_space": unit_space,
    "ranged_reach": ranged_reach,
    "morale_base": morale_base,
    "morale_and_initiative": morale_and_initiative,
    "turn_order": turn_order,
    "unit_speed": unit_speed,
    "hexes_reachable": hexes_reachable,
    "enter_space": enter_space,
    "attack_outcome": attack_outcome,
    "opposed_br_law": opposed_br_law,
    "roll_mode": mode_of_reasons,
    "morale_success": morale_chance,
    "morale_success_table": morale_success_table,
    "half_br_trigger": half_br_trigger,
    "friends_after_elimination": friends_after_elimination,
    "elimination_within": elimination,
    "br_after_kills": br_after_kills,
    "scripted_attack": scripted_attack,
    "scripted_disengage": scripted_disengage,
}
