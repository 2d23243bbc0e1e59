# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scorer_test.py ROOT: checks bench/models/score.py on cases made by hand. Every figure is counted by head."""

import io
import os
import sys
import unittest
from contextlib import redirect_stdout

sys.path.insert(0, os.path.join(sys.argv.pop(1), "bench", "models"))
import score  # noqa: E402


def case(name, true, accept=None, **truth):
    full = {"class": true, "classes": [true], "accept": accept or [true], "exp_local": None, "max_class": None,
            "pred_at": None, "pred_true": None}
    full.update(truth)
    return {"id": name, "kind": "real", "family": name[0], "grid": "all", "noise": "exact", "desc": "", "truth": full,
            "points": [[1, 1, 2, 2, 2, 4], [10, 1, 20, 20, 20, 400]]}


def answer(name, claimed, p=0.99, **more):
    return {"id": name, "class": claimed, "probabilities": {claimed: p}, **more}


def rate(name, *pairs):
    return score.Scores([c for c, _ in pairs], [a for _, a in pairs if a]).rate(name)


class Outcomes(unittest.TestCase):
    def test_a_class_that_differs_by_a_logarithm_has_the_right_degree(self):
        pair = (case("a", "n"), answer("a", "n log n"))
        self.assertEqual(rate("right degree, answer required", pair), (1, 1))
        self.assertEqual(rate("right class, answer required", pair), (0, 1))
        self.assertEqual(rate("false alarm: > n for truth <= n", pair), (1, 1))
        self.assertEqual(rate("false alarm: >= n^1.5 for truth <= n log n", pair), (0, 1))

    def test_a_false_alarm_is_relative_to_the_highest_class_accepted(self):
        pair = (case("a", "n", ["n", "n log n"]), answer("a", "n log n"))
        self.assertEqual(rate("false alarm: > n for truth <= n", pair), (0, 0))
        self.assertEqual(rate("right class, answer required", pair), (1, 1))
        quadratic = (case("a", "n log n"), answer("a", "n^2"))
        self.assertEqual(rate("false alarm: >= n^1.5 for truth <= n log n", quadratic), (1, 1))

    def test_a_claim_below_the_lowest_class_accepted_is_an_under_claim(self):
        name = "under-claim: truth >= n^1.5"
        self.assertEqual(rate(name, (case("a", "n^2"), answer("a", "n"))), (1, 1))
        self.assertEqual(rate(name, (case("a", "n^2"), answer("a", "n^3"))), (0, 1))
        self.assertEqual(rate(name, (case("a", "n^2"), answer("a", "none"))), (0, 1))
        self.assertEqual(rate(name, (case("a", "n^2", ["n", "n^2"]), answer("a", "n"))), (0, 0))

    def test_none_is_needless_only_where_an_answer_is_required(self):
        name = "no answer although required"
        self.assertEqual(rate(name, (case("a", "n"), answer("a", "none"))), (1, 1))
        self.assertEqual(rate(name, (case("a", "n", ["n", "none"]), answer("a", "none"))), (0, 0))

    def test_a_missing_answer_is_none(self):
        self.assertEqual(rate("no answer although required", (case("a", "n"), None)), (1, 1))
        self.assertEqual(rate("accepted answer, all cases", (case("a", "none"), None)), (1, 1))

    def test_without_relation_only_superlinear_claims_are_alarms(self):
        name = "superlinear although no relation"
        self.assertEqual(rate(name, (case("a", "none"), answer("a", "n^2"))), (1, 1))
        self.assertEqual(rate(name, (case("a", "none"), answer("a", "n"))), (0, 1))
        self.assertEqual(rate("no class although no relation", (case("a", "none"), answer("a", "n"))), (0, 1))
        self.assertEqual(rate("no class although no relation", (case("a", "none", ["1", "none"]), answer("a", "1"))),
                         (1, 1))

    def test_intervals_cover_up_to_the_precision_of_the_truth(self):
        name = "interval covers exp_local"
        for interval, covers in (([0.9, 1.1], 1), ([1.0, 1.016], 1), ([1.0, 1.01], 0), ([1.03, 1.1], 0)):
            pair = (case("a", "n", exp_local=1.02), answer("a", "n", ci=interval))
            self.assertEqual(rate(name, pair), (covers, 1), interval)
        self.assertEqual(rate(name, (case("a", "n", exp_local=1.02), answer("a", "none", ci=[0, 1]))), (0, 0))
        self.assertEqual(rate(name, (case("a", "n"), answer("a", "n", ci=[0, 1]))), (0, 0))
        self.assertEqual(rate(name, (case("a", "n", exp_local=1), answer("a", "2^n", ci=None))), (0, 0))

    def test_predictions_are_within_a_quarter_either_way(self):
        name = "10x prediction within 25 %"
        for predicted, within in ((124, 1), (126, 0), (81, 1), (79, 0), (-5, 0)):
            pair = (case("a", "n", pred_true=100), answer("a", "n", pred=predicted))
            self.assertEqual(rate(name, pair), (within, 1), predicted)
        self.assertEqual(rate(name, (case("a", "2^n", pred_true=100), answer("a", "n", pred=1))), (0, 0))

    def test_envelopes_are_compared_by_degree(self):
        name = "envelope's degree"
        self.assertEqual(rate(name, (case("a", "1", max_class="n"), answer("a", "1", max_class="n log n"))), (1, 1))
        self.assertEqual(rate(name, (case("a", "1", max_class="n"), answer("a", "1", max_class="n^2"))), (0, 1))
        self.assertEqual(rate(name, (case("a", "1", max_class="n"), answer("a", "1", max_class="none"))), (0, 0))

    def test_a_claim_is_sure_by_the_probability_of_its_degree(self):
        split = {"id": "a", "class": "n", "probabilities": {"n": 0.5, "n log n": 0.45}}
        self.assertEqual(rate("sure claims", (case("a", "n"), split)), (1, 1))
        self.assertEqual(rate("sure claims that are wrong", (case("a", "n"), split)), (0, 1))
        self.assertEqual(rate("sure claims that are wrong", (case("a", "n^2"), split)), (1, 1))
        self.assertEqual(rate("sure claims that are wrong", (case("a", "n^2"), answer("a", "n", 0.89))), (0, 0))

    def test_a_sure_claim_of_an_accepted_lower_class_still_has_another_degree(self):
        pair = (case("a", "n^2", ["n", "n^2", "none"]), answer("a", "n"))
        self.assertEqual(rate("sure claims that are wrong", pair), (0, 1))
        self.assertEqual(rate("sure claims of another degree than the truth", pair), (1, 1))

    def test_reliability_compares_promised_with_true(self):
        cases = [case(str(i), "n") for i in range(4)]
        answers = [answer(str(i), "n" if i else "n^2", 0.96) for i in range(4)]
        self.assertEqual([(name, n, round(mean, 6), right)
                          for name, n, mean, right in score.Scores(cases, answers).reliability()],
                         [("0.95 to 0.98", 4, 0.96, 3)])

    def test_misses_are_what_is_wrong_and_sure_ones_come_first(self):
        cases = [case("a", "n"), case("b", "n"), case("c", "n"), case("d", "n", ["n", "none"])]
        answers = [answer("a", "n"), answer("b", "n^2", 0.6), answer("c", "n^3", 0.97), answer("d", "none")]
        self.assertEqual([r[0]["id"] for r in score.Scores(cases, answers).misses()], ["c", "b"])

    def test_groups_are_by_field_and_by_class(self):
        scores = score.Scores([case("ax", "n"), case("ay", "n^2"), case("bx", "n")], [])
        self.assertEqual({k: len(v) for k, v in scores.groups("family").items()}, {"a": 2, "b": 1})
        self.assertEqual({k: len(v) for k, v in scores.groups("class").items()}, {"n": 2, "n^2": 1})


class Statistics(unittest.TestCase):
    def test_wilson_intervals_are_those_of_the_literature(self):
        for right, n, low, high in ((0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)):
            a, b = score.wilson(right, n)
            self.assertAlmostEqual(a, low, places=4)
            self.assertAlmostEqual(b, high, places=4)
        self.assertEqual(score.wilson(0, 0), (0.0, 1.0))

    def test_fishers_test_agrees_with_counting(self):
        # Tea: 3 of 4 and 1 of 4. Of the 70 tables, 1 + 16 + 16 + 1 are as unlikely.
        self.assertAlmostEqual(score.fisher(3, 4, 1, 4), 34 / 70)
        self.assertAlmostEqual(score.fisher(4, 4, 0, 4), 2 / 70)
        self.assertAlmostEqual(score.fisher(5, 10, 50, 100), 1.0)

    def test_mcnemars_test_is_that_of_a_coin(self):
        self.assertEqual(score.mcnemar(0, 0), 1.0)
        self.assertAlmostEqual(score.mcnemar(0, 5), 2 / 32)
        self.assertAlmostEqual(score.mcnemar(2, 2), 1.0)

    def test_the_comparison_pairs_answers_about_the_same_cases(self):
        cases = [case(str(i), "n") for i in range(8)]
        good = score.Scores(cases, [answer(c["id"], "n") for c in cases])
        bad = score.Scores(cases, [answer(c["id"], "n^2") for c in cases])
        other = score.Scores([dict(c, id="x" + c["id"]) for c in cases], [])

        def p_of(a, b):
            with redirect_stdout(io.StringIO()) as out:
                score.compare(a, b)
            return next(line for line in out.getvalue().splitlines() if line.startswith("right degree")).split()[-1]

        self.assertEqual(p_of(good, bad), f"{2 / 2 ** 8:.3g}")
        self.assertEqual(p_of(good, good), "1")
        self.assertEqual(p_of(good, other), f"{2 / 12870:.3g}")  # 2 of the 16-choose-8 tables


if __name__ == "__main__":
    program = unittest.main(argv=[sys.argv[0]], exit=False)
    wrong = len(program.result.failures) + len(program.result.errors)
    print(f"scorer: {program.result.testsRun - wrong} passed, {wrong} failed, 0 skipped")
    sys.exit(wrong > 0)
